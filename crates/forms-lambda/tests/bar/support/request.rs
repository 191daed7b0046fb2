//! Requests as visitors send them.

use serde_json::{Value, json};

/// A request for either target.
#[derive(Debug, Clone)]
pub struct Request {
    pub method: String,
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// IP address of the visitor.
    pub address: String,
}

impl Request {
    pub fn new(method: &str, path: &str) -> Self {
        Self {
            method: method.into(),
            path: path.into(),
            headers: vec![("host".into(), "forms.example.com".into())],
            body: Vec::new(),
            address: "127.0.0.1".into(),
        }
    }

    /// Creates a post with `value` as JSON.
    pub fn json(path: &str, value: &Value) -> Self {
        Self::new("POST", path)
            .header("content-type", "application/json")
            .body(value.to_string())
    }

    /// Creates a form post without JavaScript, as a browser sends it.
    pub fn plain(path: &str, fields: &Value) -> Self {
        let encoded: Vec<String> = fields
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, text)| format!("{name}={}", percent(text.as_str().unwrap())))
            .collect();
        Self::new("POST", path)
            .header("content-type", "application/x-www-form-urlencoded")
            .header("accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")
            .body(encoded.join("&"))
    }

    /// Creates a multipart post of the fields and an optional file, which is given by its name and content.
    pub fn multipart(path: &str, fields: &Value, file: Option<(&str, &[u8])>) -> Self {
        let mut body = Vec::new();
        for (name, text) in fields.as_object().unwrap() {
            let text = text.as_str().unwrap();
            body.extend(
                format!(
                    "--XyZ\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n"
                )
                .bytes(),
            );
        }
        if let Some((name, bytes)) = file {
            body.extend(
                format!("--XyZ\r\nContent-Disposition: form-data; name=\"resume\"; filename=\"{name}\"\r\nContent-Type: application/pdf\r\n\r\n")
                    .bytes(),
            );
            body.extend(bytes);
            body.extend(b"\r\n");
        }
        body.extend(b"--XyZ--\r\n");
        Self::new("POST", path)
            .header("content-type", "multipart/form-data; boundary=XyZ")
            .body(body)
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    pub fn from(mut self, address: &str) -> Self {
        self.address = address.into();
        self
    }

    pub fn key(self, key: &str) -> Self {
        self.header("idempotency-key", key)
    }
}

/// Returns the fields of a valid submission of the form `name`, from the shared cases.
pub fn valid(name: &str) -> Value {
    let cases: Value =
        serde_json::from_str(include_str!("../../../../forms/tests/cases.json")).unwrap();
    cases["valid"][name].clone()
}

/// Returns the fields of a valid submission with one field changed.
pub fn with(name: &str, field: &str, text: &str) -> Value {
    let mut value = valid(name);
    value[field] = json!(text);
    value
}

/// Returns a JSON post of a valid submission.
pub fn post(form: &str) -> Request {
    Request::json(&format!("/{form}"), &valid(form))
}

/// Returns a JSON post of a valid submission with one field changed.
pub fn changed(form: &str, field: &str, text: &str) -> Request {
    Request::json(&format!("/{form}"), &with(form, field, text))
}

/// Returns a post of a valid submission without JavaScript.
pub fn plain(form: &str) -> Request {
    Request::plain(&format!("/{form}"), &valid(form))
}

pub fn contact() -> Request {
    post("contact")
}

pub fn career(file: &str, bytes: &[u8]) -> Request {
    Request::multipart("/career", &valid("career"), Some((file, bytes)))
}

fn percent(text: &str) -> String {
    text.bytes()
        .map(|b| {
            if b.is_ascii_alphanumeric() {
                char::from(b).to_string()
            } else {
                format!("%{b:02X}")
            }
        })
        .collect()
}
