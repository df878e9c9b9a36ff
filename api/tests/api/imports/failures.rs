//! Files with problems in most rows: the service keeps a bounded number of them.

use shared::both_databases;
use shared::database::testing::TestDb;

use super::counts;
use crate::support::Api;
use crate::web::browser::browser_of;

both_databases!(
    a_file_whose_rows_all_fail_ends_after_ten_thousand_of_them,
    of_many_rows_that_fail_ten_thousand_are_kept,
    of_long_rows_that_fail_no_more_bytes_are_kept_than_there_is_room_for,
);

async fn kept(api: &Api) -> (i64, i64) {
    let text =
        "SELECT COUNT(*), CAST(COALESCE(SUM(LENGTH(failed_cells)), 0) AS BIGINT) FROM import_failed_rows";
    let row = &api.query(text, vec![]).await[0];
    (row.try_get_by_index(0).unwrap(), row.try_get_by_index(1).unwrap())
}

async fn a_file_whose_rows_all_fail_ends_after_ten_thousand_of_them(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = format!("contact_status,contact_lname\n{}", "x,\n".repeat(12_000));
    for kind in ["contacts", "contacts?dry_run=1"] {
        let import = api.imported(&account, kind, &file).await;
        assert_eq!((&import["import_status"], &import["row_count"]), (&"failed".into(), &12_000.into()));
        assert_eq!((counts(&import), &import["processed_count"]), ([0, 0, 10_000], &10_000.into()));
        let error = "all of the first 10000 rows have problems, so the rest was not tried: mend the file, and import it again";
        assert_eq!(import["import_error"], error);
        assert!(import["finished_at"].is_string());
    }
    let waiting = api.query("SELECT 1 FROM import_chunks", vec![]).await;
    assert_eq!((kept(&api).await.0, waiting.len()), (20_000, 0));
    let mut browser = browser_of(&api, &account).await;
    let page = browser.get("/imports/1").await.shows(200, "Import");
    page.has("mend the file").has("Download the rows that failed").lacks("Many rows failed");
    // The account's next file is imported as any other.
    let good = api.imported(&account, "contacts", "contact_status,contact_lname\ndonor,Ada\n").await;
    assert_eq!(counts(&good), [1, 0, 0]);
}

async fn of_many_rows_that_fail_ten_thousand_are_kept(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = format!("contact_status,contact_lname\ndonor,Ada\n{}donor,Eda\n", "x,\n".repeat(10_700));
    let import = api.imported(&account, "contacts", &file).await;
    assert_eq!((&import["import_status"], counts(&import)), (&"finished".into(), [2, 0, 10_700]));
    assert_eq!(kept(&api).await.0, 10_000);
    let mut browser = browser_of(&api, &account).await;
    browser.get("/imports/1").await.has("10,700").has("The first 10,000 of them are kept");
}

async fn of_long_rows_that_fail_no_more_bytes_are_kept_than_there_is_room_for(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let row = format!("nobody,{}\n", "x".repeat(1_000_000));
    let import = api
        .imported(&account, "contacts", &format!("contact_status,contact_lname\n{}", row.repeat(40)))
        .await;
    assert_eq!(counts(&import), [0, 0, 40]);
    let (rows, bytes) = kept(&api).await;
    assert_eq!(rows, 33);
    assert!((32_000_000..33_554_432).contains(&bytes), "{bytes}");
}
