//! The pace of work in batches. Work that comes alone is done at once; work that comes quickly adds up to batches.

use std::time::Duration;

use tokio::time::Instant;

/// A minimum time between the beginnings of batches.
#[derive(Debug)]
pub struct Pace {
    distance: Duration,
    next: Instant,
}

impl Pace {
    /// Creates a pace. The first batch may begin at once.
    pub fn new(distance: Duration) -> Self {
        Self { distance, next: Instant::now() }
    }

    /// Waits until the next batch may begin.
    pub async fn keep(&self) {
        tokio::time::sleep_until(self.next).await;
    }

    /// Lets the next batch begin at once, because the last one was small: waiting would gather nothing.
    pub fn hurry(&mut self) {
        self.next = Instant::now();
    }

    /// Notes that a batch begins.
    pub fn begin(&mut self) {
        self.next = Instant::now() + self.distance;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_first_batch_is_at_once_and_the_next_after_the_distance() {
        let distance = Duration::from_millis(10);
        let (start, mut pace) = (Instant::now(), Pace::new(distance));
        pace.keep().await;
        assert!(start.elapsed() < distance);
        pace.begin();
        pace.keep().await;
        assert!(start.elapsed() >= distance);
        let second = Instant::now();
        pace.begin();
        pace.hurry();
        pace.keep().await;
        assert!(second.elapsed() < distance);
    }
}
