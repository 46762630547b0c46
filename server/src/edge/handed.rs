//! Games that a page of chess.com hands over: a bookmark there reads both boards of a game, and sends them
//! as a form. They wait here for the page of this server, which asks its reader before it takes them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Form;
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use tokio::sync::Semaphore;

use super::Edge;
use crate::secret::Secret;

/// Most bytes of a form. Two boards of a long game have some 20,000.
pub(super) const MOST_BYTES: usize = 1 << 20;
/// Most games that wait; one more takes the place of the oldest.
const MOST_WAITING: usize = 8;
/// Time after which a game does not wait any more.
const KEPT: Duration = Duration::from_mins(10);
/// Most forms that arrive at once.
const MOST_ARRIVING: usize = 4;

/// The games that wait for the page.
pub(super) struct Handed {
    waiting: Mutex<VecDeque<Waiting>>,
    arriving: Semaphore,
}

/// A text of games with its secret.
struct Waiting {
    secret: Secret,
    games: String,
    since: Instant,
}

/// The form of the bookmark.
#[derive(Deserialize)]
struct HandedForm {
    /// The boards of a game in chess.com's JSON, one after the other.
    games: String,
}

impl Default for Handed {
    fn default() -> Self {
        Self { waiting: Mutex::default(), arriving: Semaphore::new(MOST_ARRIVING) }
    }
}

impl Handed {
    fn keep(&self, secret: Secret, games: String, now: Instant) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|one| now.duration_since(one.since) < KEPT);
        waiting.push_back(Waiting { secret, games, since: now });
        if waiting.len() > MOST_WAITING {
            waiting.pop_front();
        }
    }

    /// The games with this secret. They stay, since a page may be loaded again.
    fn games(&self, secret: &str, now: Instant) -> Option<String> {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let found = waiting.iter().find(|one| one.secret.is(secret))?;
        (now.duration_since(found.since) < KEPT).then(|| found.games.clone())
    }
}

/// Takes a form, and opens the page of this server that shows it.
pub(super) async fn take(State(edge): State<Arc<Edge>>, request: Request) -> Response {
    let Ok(_place) = edge.handed.arriving.try_acquire() else {
        return line(StatusCode::SERVICE_UNAVAILABLE, "too many games arrive at once: try again");
    };
    let form = Form::<HandedForm>::from_request(request, &());
    let form = match tokio::time::timeout(edge.limits.greeting, form).await {
        Ok(Ok(Form(form))) => form,
        Ok(Err(refused)) => return line(refused.status(), &refused.body_text()),
        Err(_) => return line(StatusCode::REQUEST_TIMEOUT, "the form did not arrive in time"),
    };
    let secret = match Secret::new() {
        Ok(secret) => secret,
        Err(error) => return line(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
    };
    let page = format!("/#/review?handed={}", secret.digits());
    edge.handed.keep(secret, form.games, Instant::now());
    Redirect::to(&page).into_response()
}

/// Gives a page of this server what was handed over.
pub(super) async fn give(State(edge): State<Arc<Edge>>, Path(secret): Path<String>) -> Response {
    let headers = [(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    match edge.handed.games(&secret, Instant::now()) {
        Some(games) => (headers, games).into_response(),
        None => line(StatusCode::NOT_FOUND, "nothing waits here"),
    }
}

fn line(status: StatusCode, text: &str) -> Response {
    (status, format!("{text}\n")).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_games_wait_for_a_while() {
        let (handed, now) = (Handed::default(), Instant::now());
        let secrets: Vec<Secret> = (0..=MOST_WAITING)
            .map(|number| {
                let secret = Secret::new().expect("random numbers");
                handed.keep(secret.clone(), number.to_string(), now);
                secret
            })
            .collect();
        let at = |number: usize, now| handed.games(&secrets[number].digits(), now);
        assert_eq!(at(0, now), None);
        assert_eq!(at(1, now).as_deref(), Some("1"));
        assert_eq!(at(1, now).as_deref(), Some("1"), "a page may be loaded again");
        assert_eq!(at(MOST_WAITING, now + KEPT), None);
        assert_eq!(handed.games("", now), None);
    }
}
