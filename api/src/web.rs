//! The web application: pages for people, on the same records, rules and events as the API.
//!
//! Each page is one file, with its template beside it. [`ROUTES`] says which paths there are and who may see them; nothing
//! else decides that. A request passes `route` (session, role, protection of forms) and reaches its page as a `Visit`.
//! Pages are complete HTML: they work without scripts, and every form that was accepted ends in a redirect.

mod account_switch;
mod asset;
mod assets;
mod chart;
mod cookies;
mod csrf;
mod failure;
mod flash;
mod forgotten_password;
mod form;
mod format;
mod gift_lists;
mod icons;
mod imports;
mod invitation;
mod kept_form;
mod known_browser;
pub(crate) mod letters;
mod logo;
mod names;
mod no_account;
mod overview;
mod password_link;
mod post;
mod postal;
mod posted;
mod printed;
mod public_form;
mod records;
mod regions;
mod reports;
mod route;
mod rules;
mod second_step;
mod session;
mod settings;
mod setup;
mod shell;
mod sign_in;
mod sign_out;
mod start;
mod summary;
mod trouble;
mod upload;
mod user_agent;
mod visit;

use std::sync::LazyLock;

use poem::Response;
use poem::http::HeaderMap;
use shared::values::choices::{Choice, Locale};

use crate::error::AppError;
use crate::http::accept;
use crate::http::origin::Origin;
use crate::http::routes::RoutePath;
use crate::resources::kinds::{Campaign, Contact, Fund, KINDS, of_kind};
use crate::state::App;
pub(crate) use assets::{Paths as AssetPaths, paths as asset_paths};
use cookies::Cookie;
use printed::{reminders, runs, statements, thank_yous};
use records::kind::Kind;
use records::{
    answers, archive, close_batch, contact_page, copy, deposit, died, duplicates, edit, erase, files,
    household, list, merge, move_out, purposes, quick, saved, show, statement, suggest, task_done, ticked,
};
use reports::donors::Donors;
use reports::giving::Giving;
use reports::levels::Levels;
use reports::page::{self as report, Report};
use reports::pledges::PledgesByYear;
use reports::top_donors::TopDonors;
use route::page;
pub use route::{Route, Who};
use settings::{
    account, audit, forms, gift_types, letter_words, letterhead, members, profile, second_factor, services,
    webhooks,
};
pub(crate) use shell::protect;

/// Every page and form: its method and path, the query parameters that it knows, who may see it, and its handler. The
/// matrix test (`api/tests/api/web/matrix.rs`) fails until it has a case for a new one.
pub static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    let mut routes = own_routes();
    routes.extend(settings_routes());
    routes.extend(report_routes());
    routes.extend(KINDS.iter().flat_map(|kind| of_kind!(kind.import, R => routes_of::<R>())));
    routes
});

/// Returns the pages and forms that every kind of records has.
fn routes_of<K: Kind>() -> Vec<Route> {
    let at = |end: &str| format!("{}{end}", K::PATH);
    vec![
        page!(GET { at("") } [..list::parameters::<K>] Member list::show::<K>),
        page!(GET { at("/export") } [..list::export_parameters::<K>] Member list::export::<K>),
        page!(GET { at("/new") } [..|| K::FILLED_IN.to_vec()] Member edit::new::<K>),
        page!(POST { at("") } [] Member edit::create::<K>, again edit::create_again::<K>),
        // A contact's page has a timeline instead of a history.
        match K::PATH {
            Contact::PATH => {
                page!(GET { at("/:id") } [..|| vec![contact_page::timeline::BEFORE]] Member contact_page::show)
            }
            _ => page!(GET { at("/:id") } [] Member show::show::<K>),
        },
        page!(GET { at("/:id/edit") } [..|| K::FILLED_IN_CHANGES.to_vec()] Member edit::edit::<K>),
        page!(POST { at("/:id") } [] Member edit::update::<K>, again edit::update_again::<K>),
    ]
}

/// Returns the pages and the files of the reports.
fn report_routes() -> Vec<Route> {
    let mut routes = vec![
        page!(GET "/reports" [] Member reports::index::show),
        page!(GET "/reports/board" ["span", "year_start"] Member reports::board::show),
    ];
    routes.extend(routes_of_report::<Giving>());
    routes.extend(routes_of_report::<Donors>());
    routes.extend(routes_of_report::<Levels>());
    routes.extend(routes_of_report::<PledgesByYear>());
    routes.extend(routes_of_report::<TopDonors>());
    routes
}

/// Returns the page and the file of a report.
fn routes_of_report<R: Report>() -> [Route; 2] {
    [
        page!(GET { R::PATH } [..report::parameters::<R>] Member report::show::<R>),
        page!(GET { format!("{}/export", R::PATH) } [..report::parameters::<R>] Member report::export::<R>),
    ]
}

/// Returns all other pages and forms, but for those of the settings. Register a new one here.
fn own_routes() -> Vec<Route> {
    vec![
        page!(GET "/" [] Anyone start::show),
        page!(GET "/assets/:name" [] Public asset::show),
        page!(GET "/sign-in" ["next"] Anyone sign_in::show),
        page!(POST "/sign-in" [] Anyone sign_in::submit),
        page!(GET "/sign-in/second-step" [] Anyone second_step::show),
        page!(POST "/sign-in/second-step" [] Anyone second_step::submit),
        page!(POST "/sign-out" [] SignedIn sign_out::submit),
        page!(GET "/setup" ["token"] Anyone setup::show),
        page!(POST "/setup" [] Anyone setup::submit),
        page!(GET "/forgotten-password" [] Anyone forgotten_password::show),
        page!(POST "/forgotten-password" [] Anyone forgotten_password::submit),
        page!(GET "/password" ["token"] Anyone password_link::show),
        page!(POST "/password" [] Anyone password_link::submit),
        page!(GET "/invitation" ["token"] Anyone invitation::show),
        page!(POST "/invitation" [] Anyone invitation::submit),
        page!(GET { public_form::PATH } ["sent"] Anyone public_form::show),
        page!(POST { public_form::PATH } [] Anyone public_form::submit),
        page!(GET "/forms/:token/logo" [] Anyone public_form::logo),
        page!(GET "/no-account" [] SignedIn no_account::show),
        page!(POST "/account/switch" [] SignedIn account_switch::submit),
        page!(GET "/account/logo/:version" [] Member logo::show),
        page!(GET "/imports" [] Member imports::list::show),
        page!(FILE "/imports" Member imports::list::submit),
        page!(GET "/imports/fields/:kind" [] Member imports::fields::show),
        page!(GET "/imports/fields/:kind/template" [] Member imports::fields::template),
        page!(GET "/imports/:id" ["page", "rows", "live"] Member imports::one::show),
        page!(GET "/imports/:id/columns" [] Member imports::columns::show),
        page!(POST "/imports/:id/columns" [] Member imports::columns::submit),
        page!(POST "/imports/:id/rows" [] Member imports::rows::submit),
        page!(POST "/imports/:id/run" [] Member imports::one::run),
        page!(POST "/imports/:id/undo" [] Member imports::one::undo),
        page!(POST "/imports/:id/remove" [] Member imports::one::remove),
        page!(GET "/imports/:id/failed-rows" [] Member imports::failed_rows::show),
        page!(GET "/overview" ["by"] Member overview::show),
        page!(GET "/answers" ["id"] Member answers::show),
        page!(POST "/answers/:id/add" [] Member answers::add),
        page!(POST "/answers/:id/fill" [] Member answers::fill),
        page!(POST "/answers/:id/discard" [] Member answers::discard),
        page!(GET "/contacts/suggest" ["q"] Member suggest::show),
        page!(GET "/contacts/duplicates" ["cursor"] Member duplicates::show),
        page!(POST "/contacts/duplicates/apart" [] Member duplicates::keep_apart),
        page!(POST "/contacts/duplicates/take-back" [] Member duplicates::take_back),
        page!(GET "/contacts/ticked" ["id", "back"] Member ticked::show),
        page!(POST "/contacts/ticked/tag" [] Member ticked::tag),
        page!(POST "/contacts/ticked/task" [] Member ticked::add_tasks),
        page!(POST "/contacts/:id/log" [] Member contact_page::submit, again contact_page::submit_again),
        page!(GET "/contacts/:id/statement" ["year", "by"] Member statement::show),
        page!(GET "/contacts/:id/copy" [] Owner copy::show),
        page!(GET "/contacts/:id/copy/file" [] Owner copy::file),
        page!(GET "/contacts/:id/erase" [] Owner erase::show),
        page!(POST "/contacts/:id/erase" [] Owner erase::submit),
        page!(GET "/contacts/:id/files" [] Member files::show),
        page!(FILE "/contacts/:id/files" Member files::submit),
        page!(GET "/contacts/:id/files/:file" [] Member files::file),
        page!(POST "/contacts/:id/files/:file/remove" [] Member files::remove),
        page!(GET "/contacts/:id/died" [] Member died::show),
        page!(POST "/contacts/:id/died" [] Member died::submit),
        page!(GET "/contacts/:id/archive" [] Member archive::show),
        page!(POST "/contacts/:id/archive" [] Member archive::submit),
        page!(POST "/contacts/:id/bring-back" [] Member archive::bring_back),
        page!(GET "/contacts/:id/household" [] Member household::show),
        page!(POST "/contacts/:id/household" [] Member household::submit),
        page!(GET "/contacts/:id/move-out" [] Member move_out::show),
        page!(POST "/contacts/:id/move-out" [] Member move_out::submit),
        page!(GET "/contacts/:id/merge" ["from_id"] Member merge::show),
        page!(POST "/contacts/:id/merge" [] Member merge::submit),
        page!(GET "/funds/:id/merge" [] Member purposes::show_merge::<Fund>),
        page!(POST "/funds/:id/merge" [] Member purposes::merge::<Fund>),
        page!(GET "/campaigns/:id/merge" [] Member purposes::show_merge::<Campaign>),
        page!(POST "/campaigns/:id/merge" [] Member purposes::merge::<Campaign>),
        page!(GET "/gifts/quick" ["gift_date", "gift_type_id", "gift_fund", "batch_id"] Member quick::show),
        page!(POST "/gifts/quick" [] Member quick::submit, again quick::again),
        page!(GET "/lists" [] Member saved::all),
        page!(GET "/lists/new" ["kind", "query"] Member saved::new),
        page!(POST "/lists" [] Member saved::create),
        page!(GET "/lists/:id" [] Member saved::show),
        page!(POST "/lists/:id" [] Member saved::update),
        page!(POST "/lists/:id/remove" [] Member saved::submit_remove),
        page!(GET "/batches/:id/deposit" [] Member deposit::show),
        page!(GET "/batches/:id/close" [] Member close_batch::show),
        page!(POST "/batches/:id/close" [] Member close_batch::close),
        page!(GET "/batches/:id/reopen" [] Owner close_batch::ask),
        page!(POST "/batches/:id/reopen" [] Owner close_batch::reopen),
        page!(POST "/tasks/:id/done" [] Member task_done::submit),
        page!(GET "/letters" ["before"] Member runs::show),
        page!(GET "/letters/thank-yous" ["from", "to", "way"] Member thank_yous::show),
        page!(POST "/letters/thank-yous" [] Member thank_yous::print),
        page!(POST "/letters/thank-yous/mark" [] Member thank_yous::mark),
        page!(GET "/letters/statements" ["span", "year_start", "from", "to", "least", "again", "way"] Member statements::show),
        page!(POST "/letters/statements" [] Member statements::print),
        page!(GET "/letters/reminders" ["way", "least_days", "again"] Member reminders::show),
        page!(POST "/letters/reminders" [] Member reminders::print),
        page!(GET "/letters/:id" [] Member runs::one),
        page!(GET "/letters/:id/pdf" ["failed"] Member runs::pdf),
        page!(POST "/letters/:id/mail-again" [] Member runs::mail_again),
        page!(POST "/letters/:id/take-back" [] Member runs::submit_take_back),
    ]
}

/// Returns the pages and forms of the settings.
fn settings_routes() -> Vec<Route> {
    vec![
        page!(GET "/settings/profile" [] SignedIn profile::show),
        page!(POST "/settings/profile" [] SignedIn profile::rename),
        page!(POST "/settings/profile/password" [] SignedIn profile::change_password),
        page!(GET "/settings/profile/second-factor" [] SignedIn second_factor::show),
        page!(POST "/settings/profile/second-factor" [] SignedIn second_factor::turn_on),
        page!(POST "/settings/profile/second-factor/codes" [] SignedIn second_factor::make_codes),
        page!(POST "/settings/profile/second-factor/off" [] SignedIn second_factor::turn_off),
        page!(POST "/settings/profile/theme" [] SignedIn profile::choose_theme),
        page!(POST "/settings/profile/language" [] SignedIn profile::choose_language),
        page!(POST "/settings/profile/sessions/end" [] SignedIn profile::end_session),
        page!(POST "/settings/profile/sessions/end-others" [] SignedIn profile::end_other_sessions),
        page!(GET "/settings/account" [] Member account::show),
        page!(POST "/settings/account" [] Owner account::change),
        page!(POST "/settings/account/sandbox" [] Owner account::create_sandbox),
        page!(POST "/settings/account/reset" [] Member account::reset),
        page!(GET "/settings/letters" [] Member letterhead::show),
        page!(FILE "/settings/letters" Owner letterhead::change),
        page!(GET "/settings/letters/:kind" ["locale", "receipt"] Member letter_words::show),
        page!(POST "/settings/letters/:kind" [] Owner letter_words::change),
        page!(POST "/settings/letters/:kind/reset" [] Owner letter_words::reset),
        page!(GET "/settings/letters/:kind/sample" ["locale", "receipt"] Member letter_words::sample),
        page!(GET "/settings/members" [] Member members::show),
        page!(POST "/settings/members/invite" [] Owner members::invite),
        page!(POST "/settings/members/invitation-link" [] Owner members::make_invitation_link),
        page!(POST "/settings/members/revoke" [] Owner members::revoke),
        page!(POST "/settings/members/role" [] Owner members::change_role),
        page!(POST "/settings/members/remove" [] Owner members::remove),
        page!(POST "/settings/members/password-link" [] Owner members::make_password_link),
        page!(POST "/settings/members/password-link/revoke" [] Owner members::revoke_password_link),
        page!(POST "/settings/members/leave" [] Member members::leave),
        page!(GET "/settings/services" [] Member services::show),
        page!(POST "/settings/services/keys" [] Member services::create_key),
        page!(POST "/settings/services/keys/:id/refresh" [] Member services::refresh_key),
        page!(POST "/settings/services/keys/:id/remove" [] Member services::remove_key),
        page!(GET "/settings/webhooks" [] Member webhooks::list::show),
        page!(GET "/settings/webhooks/new" [] Owner webhooks::change::show_new),
        page!(POST "/settings/webhooks/new" [] Owner webhooks::change::register, again webhooks::change::register_again),
        page!(GET "/settings/webhooks/:id" ["live"] Member webhooks::one::show),
        page!(GET "/settings/webhooks/:id/edit" [] Owner webhooks::change::show_edit),
        page!(POST "/settings/webhooks/:id/edit" [] Owner webhooks::change::save, again webhooks::change::save_again),
        page!(POST "/settings/webhooks/:id/status" [] Owner webhooks::change::set_status),
        page!(POST "/settings/webhooks/:id/dismiss" [] Owner webhooks::dismiss::submit),
        page!(POST "/settings/webhooks/:id/rotate-secret" [] Owner webhooks::change::rotate),
        page!(POST "/settings/webhooks/:id/test" [] Owner webhooks::test::submit),
        page!(POST "/settings/webhooks/:id/recover" [] Owner webhooks::recover::submit),
        page!(GET "/settings/webhooks/:id/deliveries" ["status", "event", "since", "until", "before", "live"] Member webhooks::deliveries::show),
        page!(GET "/settings/webhooks/:id/deliveries/:delivery" ["live"] Member webhooks::delivery::show),
        page!(POST "/settings/webhooks/:id/deliveries/:delivery/redeliver" [] Owner webhooks::delivery::redeliver),
        page!(GET "/settings/forms" [] Member forms::list),
        page!(GET "/settings/forms/new" [] Owner forms::new),
        page!(POST "/settings/forms/new" [] Owner forms::create),
        page!(GET "/settings/forms/:id" [] Member forms::show),
        page!(POST "/settings/forms/:id" [] Owner forms::change),
        page!(POST "/settings/forms/:id/remove" [] Owner forms::submit_remove),
        page!(GET "/settings/gift-types" [] Member gift_types::show),
        page!(POST "/settings/gift-types" [] Member gift_types::create),
        page!(POST "/settings/gift-types/:id" [] Member gift_types::rename),
        page!(GET "/settings/audit" ["page"] Owner audit::show),
    ]
}

/// Adds the pages to the routes of the service.
pub fn mount(service: poem::Route, app: &App) -> poem::Route {
    route::mount(service, app, &ROUTES)
}

/// Returns the paths of the pages, with their methods and parameters.
pub fn paths() -> Vec<RoutePath> {
    route::paths(&ROUTES)
}

/// Makes the page of an error, for a browser, from the error and the request's id.
pub fn error_page(error: AppError, request_id: &str) -> Response {
    failure::page(error, request_id)
}

/// Returns the language of a request: the one that the browser's user has chosen, else the first known one of those that the
/// browser asks for, without its country.
pub fn language(origin: &Origin, headers: &HeaderMap) -> Locale {
    let chosen = Cookie::Language.read(origin, headers).and_then(|tag| Locale::parse(&tag).ok());
    chosen.unwrap_or_else(|| accept::language(headers))
}
