//! Tables as browsers see them, over real connections.

mod archive;
mod client;
mod edge;
mod games;
mod ics;
mod load;
mod people;
mod players;
mod process;
mod puzzles;
mod study;

use std::net::SocketAddr;

use serde_json::{Value, json};

use client::{Browser, TestServer};

/// A level of Tandem.
fn level() -> Value {
    json!({"elo": null, "pace": "engine"})
}

/// The message that makes a table with these sitters.
fn create(name: &str, sitters: [&str; 4]) -> Value {
    let sitter = |who: &str| match who {
        "me" => json!({"who": "me"}),
        who => json!({"who": who, "level": level()}),
    };
    let seats: Vec<Value> = sitters.into_iter().map(sitter).collect();
    json!({
        "type": "create", "name": name,
        "setup": {"rules": "fics", "clock": "180+0 free-first-move", "start": null, "seats": seats},
    })
}

/// Four people at a table, in the order of the seats, with its name and their keys. All are ready,
/// and the game has begun.
async fn four(server: &TestServer) -> (Vec<Browser>, String, Vec<String>) {
    four_at(server.address).await
}

/// The same at the server of an address.
async fn four_at(address: SocketAddr) -> (Vec<Browser>, String, Vec<String>) {
    let mut owner = Browser::greeting(address).await;
    owner.say(create("Ann", ["me", "guest", "guest", "guest"])).await;
    let table = owner.hear("table").await;
    let name = text(&table["table"]);
    let mut keys = vec![text(&table["you"]["key"])];
    let mut people = vec![owner];
    for (seat, person) in [(1, "Ben"), (2, "Cyd"), (3, "Dan")] {
        let invitation = text(&table["seats"][seat]["standing"]["invitation"]);
        let mut guest = Browser::greeting(address).await;
        guest
            .say(json!({
                "type": "accept", "table": name, "invitation": invitation, "name": person,
            }))
            .await;
        keys.push(text(&guest.hear("table").await["you"]["key"]));
        people.push(guest);
    }
    for person in &mut people {
        person.say(json!({"type": "ready", "ready": true})).await;
    }
    for person in &mut people {
        person.hear_phase("playing").await;
    }
    (people, name, keys)
}

/// The message with which a seat moves.
fn play(seat: u8, plies: usize, coordinates: &str) -> Value {
    json!({"type": "move", "seat": seat, "plies": plies, "coordinates": coordinates})
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}
