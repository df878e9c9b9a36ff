//! Requests to the API: with keys at wrong places, with a panic, for webhooks whose receivers fail.

use bench::deployment::{Answer, free_port, until};
use poem::http::StatusCode;
use poem::listener::TcpAcceptor;
use poem::{Request, Route, Server as HttpServer, handler, post};
use reqwest::header::CONTENT_TYPE;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use super::{BASE, PATIENCE, RECEIVER_TOKEN, Scan, UNKNOWN_KEY};

/// A receiver that fails, and repeats the headers that it got.
#[handler]
fn fail(request: &Request) -> (StatusCode, String) {
    (StatusCode::INTERNAL_SERVER_ERROR, format!("{:?}", request.headers()))
}

impl Scan {
    /// Asks the api, and keeps the answer.
    async fn ask(&mut self, request: RequestBuilder) -> (u16, String) {
        let (client, request) = request.build_split();
        let request = request.unwrap();
        let place = format!("{} {}", request.method(), request.url().path());
        let answer = client.execute(request).await.unwrap();
        let status = answer.status().as_u16();
        let text = format!("{:?} {}", answer.headers().clone(), answer.text().await.unwrap());
        self.answers.push((format!("{place}: {status}"), text.clone()));
        (status, text)
    }

    fn request(&self, method: Method, path: &str, body: &str) -> RequestBuilder {
        let request = self.world.asking(method, &self.world.listen, path);
        request.header(CONTENT_TYPE, "application/json").body(body.to_owned())
    }

    pub(super) async fn api(&mut self) {
        let contact = json!({"contact_status": "donor", "contact_lname": "Lovelace"}).to_string();
        let (status, _) = self.ask(self.request(Method::POST, "/contacts", &contact)).await;
        assert_eq!(status, 500, "a task panics");
        let (status, _) = self.ask(self.request(Method::POST, "/contacts", &contact)).await;
        assert_eq!(status, 201);

        let base = format!("http://{}/api/v1", self.world.listen);
        let key = self.world.api_key().to_owned();
        self.marks.add("the key", &key);
        for key in [UNKNOWN_KEY, &key] {
            for path in [format!("/contacts?api_key={key}"), format!("/{key}"), format!("/contacts/{key}")] {
                let request = self.client.get(format!("{base}{path}"));
                self.ask(request).await;
            }
            let request = self.client.get(format!("{base}/contacts"));
            self.ask(request.try_clone().unwrap().bearer_auth(format!("{key}x"))).await;
            self.ask(request.basic_auth("ada", Some(key))).await;
        }
        self.webhooks().await;
    }

    /// Registers webhooks: one that works, one whose receiver fails, one without a receiver.
    async fn webhooks(&mut self) {
        self.world.register_webhook().await.unwrap();
        let secret = self.world.webhook_secret().to_owned();
        self.marks.add("a webhook's secret", secret.trim_start_matches("whsec_"));
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let failing = format!("http://{}/", listener.local_addr().unwrap());
        let acceptor = TcpAcceptor::from_std(listener).unwrap();
        tokio::spawn(HttpServer::new_with_acceptor(acceptor).run(Route::new().at("/", post(fail))));
        let nobody = format!("http://127.0.0.1:{}/", free_port().unwrap());
        for url in [failing, nobody] {
            let webhook =
                json!({"webhook_url": url, "webhook_headers": {"X-Token": RECEIVER_TOKEN}}).to_string();
            let request = self.request(Method::POST, "/webhooks", &webhook).header("Idempotency-Key", url);
            // Twice: the second answer is the stored one.
            for _ in 0..2 {
                let created = request.try_clone().unwrap().send().await.unwrap().text().await.unwrap();
                self.keep_webhook(&created);
            }
        }
        let rotated = self.request(Method::POST, "/webhooks/1/rotate-secret", "{}").send().await.unwrap();
        let rotated = rotated.text().await.unwrap();
        self.keep_webhook(&rotated);
        for bad in [
            json!({"webhook_url": "no", "webhook_headers": {"X-Token": RECEIVER_TOKEN}}).to_string(),
            json!({"webhook_url": BASE, "webhook_headers": {"X-Token": format!("{RECEIVER_TOKEN}\n")}})
                .to_string(),
            json!({"webhook_url": BASE, "webhook_headers": {"Host": RECEIVER_TOKEN}}).to_string(),
            json!({"webhook_url": BASE, "webhook_headers": [RECEIVER_TOKEN]}).to_string(),
            format!("{{\"webhook_headers\": {{\"X-Token\": \"{RECEIVER_TOKEN}\""),
        ] {
            let (status, text) = self.ask(self.request(Method::POST, "/webhooks", &bad)).await;
            assert!(matches!(status, 400 | 422), "{text}");
        }
    }

    fn keep_webhook(&mut self, answer: &str) {
        let answer: Value = serde_json::from_str(answer).unwrap();
        let secret = answer["data"]["webhook_secret"].as_str().unwrap_or_else(|| panic!("{answer}"));
        self.marks.add("a webhook's secret", secret.trim_start_matches("whsec_"));
    }

    /// Waits until every webhook was tried, and reads the recorded attempts.
    pub(super) async fn after_delivery(&mut self) {
        assert!(self.world.create_contact(0).await);
        let tried = "SELECT DISTINCT d.webhook_id FROM deliveries d JOIN attempts a ON a.delivery_id = d.id";
        let all = async || self.world.rows(tried).await.unwrap().len() == 3;
        until("every webhook is tried", PATIENCE, all).await.unwrap();
        let Answer::Created(id) = self.world.create_contact_once("erased").await.unwrap() else {
            panic!("no contact")
        };
        for path in [
            "/webhooks",
            "/webhooks/1",
            "/events",
            "/account",
            "/contacts",
            "/webhooks/2/deliveries",
            "/webhooks/3/deliveries",
        ] {
            let (status, text) = self.ask(self.request(Method::GET, path, "")).await;
            assert_eq!(status, 200, "{text}");
        }
        let rotated = self.command("almoner secrets rotate", "").await;
        assert_eq!(rotated["previous_key_can_be_removed"], true, "{rotated}");
        let account = self.command("almoner accounts list", "").await[0]["account_id"].clone();
        let erased = self
            .command(&format!("almoner contacts erase --account {account} --contact {id} --yes"), "")
            .await;
        for (place, text) in [("rotate", rotated), ("erase", erased)] {
            self.answers.push((place.to_owned(), text.to_string()));
        }
    }
}
