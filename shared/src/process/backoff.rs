//! Waits before something that has failed is tried again.

use std::time::Duration;

const MIN: Duration = Duration::from_millis(100);
const MAX: Duration = Duration::from_secs(2);

/// Waits that double from 100 ms to 2 s.
#[derive(Debug)]
pub struct Backoff(Duration);

impl Default for Backoff {
    fn default() -> Self {
        Self(MIN)
    }
}

impl Backoff {
    /// Waits, and doubles the next wait.
    pub async fn wait(&mut self) {
        tokio::time::sleep(self.0).await;
        self.0 = (self.0 * 2).min(MAX);
    }

    /// Starts again at 100 ms, after a success.
    pub fn reset(&mut self) {
        self.0 = MIN;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn waits_double_up_to_2_s_and_start_again_after_a_success() {
        let mut backoff = Backoff::default();
        let mut waits_ms = Vec::new();
        for step in 0..7 {
            if step == 6 {
                backoff.reset();
            }
            let begun = tokio::time::Instant::now();
            backoff.wait().await;
            waits_ms.push(begun.elapsed().as_millis());
        }
        assert_eq!(waits_ms, [100, 200, 400, 800, 1600, 2000, 100]);
    }
}
