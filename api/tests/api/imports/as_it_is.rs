//! Files as people have them: other separators and encodings, workbooks, headings of their own, dates and amounts as they
//! write them.

use reqwest::Url;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::workbooks::{ODS, XLSX, ods, text, xlsx, zipped};
use super::{counts, problems};
use crate::support::{Account, Api, Reply};

both_databases!(
    a_file_with_semicolons_and_days_first_is_read_by_its_mapping,
    a_file_in_windows_1252_with_a_title_and_names_in_one_column_is_read,
    a_workbook_of_excel_is_read_with_its_formulas_and_its_title,
    a_workbook_of_opendocument_is_read,
    names_of_fields_need_no_mapping_in_any_file,
    a_workbook_that_unpacks_to_too_much_or_is_none_is_refused,
    a_mapping_with_mistakes_is_refused_with_each_of_them,
    blank_rows_and_totals_are_skipped_and_counted,
    the_same_file_is_noticed,
    a_row_that_fails_keeps_its_own_cells_and_headings,
    an_amount_in_another_currency_is_refused,
    a_column_says_which_contact_a_row_is,
);

/// Imports a file with a mapping completely, and returns the import.
pub(super) async fn mapped(
    api: &Api,
    account: &Account,
    (kind, mapping): (&str, Value),
    (media_type, file): (&str, Vec<u8>),
) -> Reply {
    let created = send(account, (kind, &mapping.to_string()), (media_type, file)).await.created();
    api.work().await;
    account.get(&format!("/imports/{}", created.id())).await.ok()
}

async fn send(
    account: &Account,
    (kind, mapping): (&str, &str),
    (media_type, file): (&str, Vec<u8>),
) -> Reply {
    let path = Url::parse_with_params("http://x/imports", &[("mapping", mapping)]).unwrap();
    let path = format!("/imports/{kind}?{}", path.query().unwrap());
    Reply::to(account.request("POST", &path).header("content-type", media_type).body(file)).await
}

async fn a_file_with_semicolons_and_days_first_is_read_by_its_mapping(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "Date;Amount;Method;Check #;Colour\n\
                31/01/2026;1.250,00 €;ACH;;blue\n\
                03/04/2026;12,50;cheque;1017;\n\
                3 May 2026;€ 5;Envelope;;\n\
                04/03/2026;12.50;cash;;\n";
    let mapping = json!({
        "columns": [{"heading": "Method", "field": "gift_type", "values": {"envelope": "cash"}}, {"heading": "Colour", "field": "in_notes"}],
        "date_order": "day_first", "decimal_sign": "comma", "constants": {"gift_currency": "EUR"},
    });
    let import = mapped(&api, &account, ("gifts", mapping), ("text/csv", file.into())).await;
    let rule = "5 Amount: Amount (12.50) must be an amount with a comma before the cents, such as 1.250,00";
    assert_eq!((counts(&import), problems(&import)), ([3, 0, 1], vec![rule.to_owned()]));
    assert_eq!(import["mapping"]["columns"][1], json!({"heading": "Amount", "field": "gift_amount"}));
    let gifts = account.get("/gifts").await.ok();
    let shown: Vec<_> = gifts
        .list()
        .iter()
        .map(|gift| {
            json!([
                gift["gift_date"],
                gift["gift_amount"],
                gift["giftType"]["gift_type_name"],
                gift["gift_check_number"],
                gift["gift_memo"]
            ])
        })
        .collect();
    assert_eq!(
        shown,
        [
            json!(["2026-05-03", 5.00, "cash", null, null]),
            json!(["2026-04-03", 12.50, "check", "1017", null]),
            json!(["2026-01-31", 1250.00, "bank_transfer", null, "Colour: blue"]),
        ]
    );
}

async fn a_file_in_windows_1252_with_a_title_and_names_in_one_column_is_read(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "Our friends,,,\n,,,\nDonor,E-mail,Zip,Home phone\n\
                \"Núñez, José & Zoë\",jose@x.example,04109,1\n\
                Bäckerei Müller GmbH,,10115,2\n";
    // Every character of it is in Windows-1252, and has one byte there.
    let file = file.chars().map(|character| u8::try_from(u32::from(character)).unwrap()).collect();
    let mapping = json!({"constants": {"contact_status": "donor"}});
    let import = mapped(&api, &account, ("contacts", mapping), ("text/csv", file)).await;
    assert_eq!((counts(&import), problems(&import)), ([2, 0, 0], vec![]));
    let contacts = account.get("/contacts").await.ok();
    let [one, other] = [0, 1].map(|i| &contacts.list()[i]);
    let name = ["contact_fname", "contact_lname", "contact_spouse_fname", "contact_type"];
    assert_eq!(
        name.map(|field| one[field].clone()),
        [json!("José"), json!("Núñez"), json!("Zoë"), json!("person")]
    );
    assert_eq!(
        name.map(|field| other[field].clone()),
        [Value::Null, json!("Bäckerei Müller GmbH"), Value::Null, json!("organization")]
    );
    assert_eq!(one["addresses"][0]["address_postal_code"], "04109");
    assert_eq!(
        (&one["emails"][0]["email_address"], &other["phones"][0]["phone_number"]),
        (&json!("jose@x.example"), &json!("2"))
    );
}

async fn a_workbook_of_excel_is_read_with_its_formulas_and_its_title(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    // The title is merged over the columns: all but the first of its cells are empty. 46054 is 1 February 2026.
    let rows = [
        format!("<row r=\"1\">{}</row>", text("A1", "Gifts of 2026")),
        format!(
            "<row r=\"3\">{}{}{}{}</row>",
            text("A3", "Gift date"),
            text("B3", "Amount"),
            text("C3", "Fee"),
            text("D3", "Memo")
        ),
        format!(
            "<row r=\"4\"><c r=\"A4\" s=\"1\"><v>46054</v></c><c r=\"B4\"><f>C4*2</f><v>125.50</v></c><c r=\"C4\"><v>62.75</v></c>{}</row>",
            text("D4", "Thank you &amp; more")
        ),
        "<row r=\"6\"><c r=\"A6\" s=\"1\"><v>46055</v></c><c r=\"B6\"><v>20</v></c></row>".to_owned(),
        format!("<row r=\"7\">{}<c r=\"B7\"><f>SUM(B4:B6)</f><v>145.5</v></c></row>", text("A7", "Total")),
    ];
    let import = mapped(&api, &account, ("gifts", json!({})), (XLSX, xlsx(&rows.concat()))).await;
    assert_eq!((counts(&import), problems(&import)), ([2, 0, 0], vec![]));
    assert_eq!(
        (&import["row_count"], &import["skipped_count"]),
        (&json!(4), &json!(2)),
        "a blank row and the total"
    );
    let gifts = account.get("/gifts").await.ok();
    let shown: Vec<_> = gifts
        .list()
        .iter()
        .map(|gift| json!([gift["gift_date"], gift["gift_amount"], gift["gift_memo"]]))
        .collect();
    assert_eq!(
        shown,
        [json!(["2026-02-02", 20.00, null]), json!(["2026-02-01", 125.50, "Thank you & more"])]
    );
    let rows = account.get(&format!("/imports/{}/rows", import.id())).await.ok();
    let rows: Vec<_> = rows.list().iter().map(|row| row["row"].as_i64().unwrap()).collect();
    assert_eq!(rows, [4, 6], "the numbers of the rows are those of the sheet");
}

async fn a_workbook_of_opendocument_is_read(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let cell = |text: &str| {
        format!("<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>")
    };
    let blank = "<table:table-cell table:number-columns-repeated=\"1020\"/>";
    let rows = [
        format!(
            "<table:table-row>{}{}{}{blank}</table:table-row>",
            cell("First name"),
            cell("Last name"),
            cell("Birthday")
        ),
        format!(
            "<table:table-row>{}{}<table:table-cell office:value-type=\"date\" office:date-value=\"1815-12-10\"><text:p>10.12.15</text:p></table:table-cell></table:table-row>",
            cell("Ada"),
            cell("King &amp; Co<text:s/>x")
        ),
        format!(
            "<table:table-row table:number-rows-repeated=\"1048500\"><table:table-cell/>{blank}</table:table-row>"
        ),
    ];
    let mapping = json!({"constants": {"contact_status": "donor"}});
    let import = mapped(&api, &account, ("contacts", mapping), (ODS, ods(&rows.concat()))).await;
    assert_eq!((counts(&import), problems(&import)), ([1, 0, 0], vec![]));
    let contacts = account.get("/contacts").await.ok();
    let contact = &contacts.list()[0];
    assert_eq!(
        (&contact["contact_lname"], &contact["contact_birthday"]),
        (&json!("King & Co x"), &json!("1815-12-10"))
    );
}

async fn names_of_fields_need_no_mapping_in_any_file(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let tabs = "contact_status\tcontact_lname\ndonor\tHopper, Grace\n";
    let utf16: Vec<u8> = tabs.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let import = account.import("contacts", utf16).await.created();
    assert_eq!(import["row_count"], 1);
    let rows = [
        format!("<row r=\"1\">{}{}</row>", text("A1", "contact_status"), text("B1", "contact_lname")),
        format!("<row r=\"2\">{}{}</row>", text("A2", "donor"), text("B2", "King")),
    ];
    // A workbook is known by its content.
    account.import("contacts", xlsx(&rows.concat())).await.created();
    api.work().await;
    let contacts = account.get("/contacts").await.ok();
    let names: Vec<_> = contacts.list().iter().map(|one| one["contact_lname"].as_str().unwrap()).collect();
    assert_eq!(names, ["Hopper, Grace", "King"]);
}

async fn a_workbook_that_unpacks_to_too_much_or_is_none_is_refused(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let before = api.state(&account).await;
    let bomb = zipped(&[
        ("xl/workbook.xml", b"<workbook/>"),
        ("xl/sharedStrings.xml", &vec![b' '; 65 * 1024 * 1024]),
    ]);
    assert!(bomb.len() < 1024 * 1024);
    let cell = |at: &str| format!("<row r=\"{}\">{}</row>", &at[1..], text(at, "x"));
    let far = xlsx(&(cell("A1") + &cell("A5000")));
    let wide = "<table:table-row><table:table-cell table:number-columns-repeated=\"9999\"><text:p>x</text:p></table:table-cell></table:table-row>";
    let long = "<table:table-row table:number-rows-repeated=\"99999\"><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row>";
    for (file, message) in [
        (bomb, "a workbook must not unpack to more than 64 MiB: save it as CSV"),
        (
            far,
            "the workbook cannot be read: row 5000 comes after more than 1000 rows without cells: delete them, or what stands below",
        ),
        (ods(wide), "the workbook cannot be read: row 1 must not have more than 1000 columns"),
        (ods(long), "the workbook cannot be read: row 1 is repeated more than 1000 times"),
        (
            zipped(&[("a.csv", b"x")]),
            "the file is a ZIP file and no workbook: send one CSV, .xlsx or .ods file",
        ),
        (b"%PDF-1.7".to_vec(), "the file is a PDF: save the list as .xlsx or CSV where it comes from"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1".to_vec(),
            "the file is a workbook of an old Excel, or has a password: save it as .xlsx, without a password",
        ),
        (xlsx(""), "the file is empty: its first row must name the columns"),
    ] {
        account.import("contacts", file).await.failed(422, message);
    }
    assert!(account.import("contacts", b"PK\x03\x04broken".to_vec()).await.status == 422);
    assert_eq!(api.state(&account).await, before);
}

async fn a_mapping_with_mistakes_is_refused_with_each_of_them(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let before = api.state(&account).await;
    let file = || ("text/csv", b"Sum,Day\n5,2026-01-02\n".to_vec());
    for (mapping, message) in [
        ("x", "mapping must be the JSON of a mapping: expected value at line 1 column 1"),
        (
            "{\"colums\": []}",
            "mapping must be the JSON of a mapping: unknown field `colums`, expected one of `columns`, `constants`, `date_order`, `decimal_sign`, `leave_out_known` at line 1 column 9",
        ),
        (
            "{\"columns\": [{\"heading\": \"Total\", \"field\": \"gift_amount\"}, {\"heading\": \"Sum\", \"field\": \"gift_sum\"}]}",
            "mapping names a column that the file does not have: Total; mapping must name fields of gifts: gift_sum is none",
        ),
        (
            "{\"columns\": [{\"heading\": \"Sum\", \"field\": \"gift_date\"}, {\"heading\": \"Day\", \"field\": \"gift_date\"}]}",
            "mapping gives gift_date to two columns, of which one is Day",
        ),
        (
            "{\"constants\": {\"gift_amount\": \"5\"}}",
            "mapping gives gift_amount to a column and to every record",
        ),
        (
            "{\"columns\": [{\"heading\": \"Sum\", \"field\": null}, {\"heading\": \"Day\", \"field\": \"gift_date\"}]}",
            "gift_amount is required: there is no such column",
        ),
    ] {
        send(&account, ("gifts", mapping), file()).await.failed(422, message);
    }
    assert_eq!(api.state(&account).await, before);
}

async fn blank_rows_and_totals_are_skipped_and_counted(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let import = api.imported(&account, "gifts", "gift_amount,gift_fund\n5,Roof\n,\n , \n6,\n").await;
    assert_eq!(
        (counts(&import), &import["skipped_count"], &import["processed_count"]),
        ([2, 0, 0], &json!(2), &json!(4))
    );
    let file = "Fund,Amount\nRoof,5\n,\nTotal,$5.00\nTotal Church,7\n";
    let import = mapped(&api, &account, ("gifts", json!({})), ("text/csv", file.into())).await;
    assert_eq!((counts(&import), &import["skipped_count"]), ([2, 0, 0], &json!(2)));
}

async fn the_same_file_is_noticed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let first = api.imported(&account, "gifts", "gift_amount\n5\n").await;
    assert_eq!((&first["same_file_import_id"], &first["mapping"]), (&Value::Null, &Value::Null));
    let again = account.import("gifts?dry_run=1", "gift_amount\n5\n").await.created();
    assert_eq!(again["same_file_import_id"], first.id());
    assert_eq!(
        account.import("gifts", "gift_amount\n6\n").await.created()["same_file_import_id"],
        Value::Null
    );
    let other = api.account().await;
    assert_eq!(other.import("gifts", "gift_amount\n5\n").await.created()["same_file_import_id"], Value::Null);
}

async fn a_row_that_fails_keeps_its_own_cells_and_headings(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "Given name,Surname,Kind\nAda,King,donor\nEda,,donor\nIda,Rhodes,friend\n";
    let mapping = json!({"columns": [{"heading": "Kind", "field": "contact_status"}]});
    let import = mapped(&api, &account, ("contacts", mapping), ("text/csv", file.into())).await;
    assert_eq!(counts(&import), [1, 0, 2]);
    let problems = problems(&import);
    assert_eq!(problems[0], "3 Surname: Surname is required unless contact_anonymous is 1");
    assert!(problems[1].starts_with("4 Kind: Kind must be one of contact, "), "{problems:?}");
    let stored = api.query("SELECT failed_cells FROM import_failed_rows ORDER BY id", vec![]).await;
    assert_eq!(stored[1].try_get_by_index::<String>(0).unwrap(), "[\"Ida\",\"Rhodes\",\"friend\"]");
}

async fn an_amount_in_another_currency_is_refused(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file = "Date,Amount,Currency\n2026-01-01,€75.00,\n2026-01-02,$5.00,\n2026-01-03,€6.00,eur\n2026-01-04,£7.00,EUR\n";
    let import = mapped(&api, &account, ("gifts", json!({})), ("text/csv", file.into())).await;
    let rule = |row: i64, text: &str, code: &str| {
        format!(
            "{row} Amount: Amount ({text}) is in another currency than {code}: give the file a column with the currency"
        )
    };
    let expected = vec![rule(2, "€75.00", "USD"), rule(5, "£7.00", "EUR")];
    assert_eq!((counts(&import), problems(&import)), ([2, 0, 2], expected));
    let gifts = account.get("/gifts?sort=id").await.ok();
    let shown: Vec<_> =
        gifts.list().iter().map(|gift| json!([gift["gift_amount"], gift["gift_currency"]])).collect();
    assert_eq!(shown, [json!([5.0, "USD"]), json!([6.0, "EUR"])]);
}

async fn a_column_says_which_contact_a_row_is(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let ada = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "King"});
    let (_, ada) = account.record("contacts", ada).await;
    let file = format!("Name,Zip,Contact here\nA. King,04109,{ada}\nAda King,,new\n");
    let mapping = json!({"constants": {"contact_status": "donor"}});
    let import = mapped(&api, &account, ("contacts", mapping), ("text/csv", file.into())).await;
    assert_eq!(counts(&import), [1, 1, 0], "{import:?}");
    let all = account.get("/contacts?sort=id").await.ok().list().to_vec();
    assert_eq!((all.len(), &all[0]["contact_fname"]), (2, &json!("Ada")));
    assert_eq!(all[0]["addresses"][0]["address_postal_code"], "04109");
    // Two things that a row says of its contact must not differ.
    account.put(&format!("/contacts/{ada}"), json!({"contact_external_id": "crm-1"})).await.ok();
    let other = all[1]["id"].as_i64().unwrap();
    let file =
        format!("Id,Last name,Contact here\ncrm-1,Byron,{other}\ncrm-1,Noel,new\ncrm-1,Lovelace,{ada}\n");
    let mapping = json!({"constants": {"contact_status": "donor"}});
    let import = mapped(&api, &account, ("contacts", mapping), ("text/csv", file.into())).await;
    assert_eq!(counts(&import), [0, 2, 1], "{import:?}");
    assert!(
        problems(&import)[0].contains("is not the contact with the external id of this row"),
        "{import:?}"
    );
    assert_eq!(account.get(&format!("/contacts/{ada}")).await.ok()["contact_lname"], "Lovelace");
    let dry_run = account
        .import("contacts?dry_run=1", "contact_status,contact_fname,contact_lname\ndonor,Ada,King\n")
        .await
        .created();
    api.work().await;
    let rows = account.get(&format!("/imports/{}/rows", dry_run.id())).await.ok();
    assert!(rows.list().is_empty(), "a dry run has no rows");
    // Nobody sees what the rows of a file that is not kept would become.
    let file = "contact_external_id,contact_lname\ncrm-1,Byron\n";
    let dry_run = account.import("contacts?dry_run=1", file).await.created();
    api.work().await;
    let text = format!("SELECT 1 FROM import_rows WHERE import_id = {}", dry_run.id());
    assert!(api.query(&text, vec![]).await.is_empty());
}
