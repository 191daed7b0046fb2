//! The addresses at which the server listens, and by which a person opens it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use diagnostic::Diagnostic;

use crate::codes;
use crate::event::{Event, EventSink};

/// Number of ports that are tried after the requested one.
const PORTS: u16 = 20;

/// Listens on the requested port, or on the next free one. Fails with a finding if none of the ports is free, or if the address is not one
/// of this computer.
pub async fn listen(
    host: IpAddr,
    wanted: u16,
    emit: &EventSink,
) -> Result<tokio::net::TcpListener, Diagnostic> {
    for port in wanted..=wanted.saturating_add(PORTS) {
        match tokio::net::TcpListener::bind(SocketAddr::new(host, port)).await {
            Ok(listener) => {
                if port != wanted && wanted != 0 {
                    emit(Event::OtherPort {
                        wanted,
                        taken: port,
                    });
                }
                return Ok(listener);
            }
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {}
            Err(error) => {
                let help = "give an address of this computer with --host, and a port above 1023 with --port";
                return Err(cannot_serve(&error).help(help));
            }
        }
    }
    let last = wanted.saturating_add(PORTS);
    let message = format!("ports {wanted} to {last} are in use");
    Err(Diagnostic::new(&codes::CANNOT_SERVE, message).help("choose another port with --port"))
}

/// Returns the finding that the server cannot listen.
pub fn cannot_serve(error: &std::io::Error) -> Diagnostic {
    Diagnostic::new(
        &codes::CANNOT_SERVE,
        format!("the server cannot listen: {error}"),
    )
}

/// Returns the URL of the server. If the server listens on all addresses, the URL is one that other computers can open.
pub fn url_of(address: SocketAddr) -> String {
    let port = address.port();
    let ip = if address.ip().is_unspecified() {
        own_address().unwrap_or(Ipv4Addr::LOCALHOST.into())
    } else {
        address.ip()
    };
    if ip.is_loopback() {
        format!("http://localhost:{port}")
    } else {
        format!("http://{}", SocketAddr::new(ip, port))
    }
}

/// Returns the address of this computer in its local network, or `None` if it has none.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Selects the route to an address for documentation (RFC 5737). Connecting a UDP socket sends nothing.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

#[cfg(test)]
mod tests {
    use super::url_of;

    #[test]
    fn urls_that_can_be_opened() {
        let url = |address: &str| url_of(address.parse().unwrap());
        assert_eq!(url("127.0.0.1:4000"), "http://localhost:4000");
        assert_eq!(url("192.168.1.7:4000"), "http://192.168.1.7:4000");
        let everywhere = url("0.0.0.0:4000");
        assert!(
            everywhere.ends_with(":4000") && !everywhere.contains("0.0.0.0"),
            "{everywhere}"
        );
    }
}
