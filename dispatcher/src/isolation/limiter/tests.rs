//! The limiter, and receivers that it has to do with.

use std::collections::VecDeque;

use super::*;

const TIMEOUT: Duration = Duration::from_secs(15);

/// A receiver that works on `workers` requests at once; the others wait in line. All attempts that the limiter allows
/// are in flight all the time.
struct World {
    limiter: Limiter,
    workers: usize,
    /// The time that a worker takes, in milliseconds. The argument is a random number in 0.0..1.0.
    takes_ms: fn(f64) -> f64,
    /// The receiver's answer if so many are in flight.
    answers: fn(usize) -> Ending,
    now_ms: f64,
    /// The times when the requests in work began and end.
    in_work: Vec<(f64, f64)>,
    /// The times when those in line began.
    in_line: VecDeque<f64>,
    random: u64,
    succeeded: usize,
}

impl World {
    fn new(workers: usize, takes_ms: fn(f64) -> f64) -> Self {
        let limiter = Limiter::new(128, TIMEOUT);
        let (in_work, in_line) = (Vec::new(), VecDeque::new());
        let answers = |_| Ending::Success;
        Self { limiter, workers, takes_ms, answers, now_ms: 0.0, in_work, in_line, random: 1, succeeded: 0 }
    }

    fn random(&mut self) -> f64 {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(self.random >> 32).unwrap()) / f64::from(u32::MAX)
    }

    fn in_flight(&self) -> usize {
        self.in_work.len() + self.in_line.len()
    }

    /// Lets time pass, and returns the limit at each of these seconds, and how many attempts succeeded in a second.
    fn run(&mut self, seconds: u32) -> (Vec<usize>, f64) {
        let (mut limits, before, begun_ms) = (Vec::new(), self.succeeded, self.now_ms);
        for second in 1..=seconds {
            while self.now_ms < begun_ms + f64::from(second) * 1e3 {
                self.step();
            }
            limits.push(self.limiter.limit());
        }
        let succeeded = u32::try_from(self.succeeded - before).unwrap();
        (limits, f64::from(succeeded) * 1e3 / (self.now_ms - begun_ms))
    }

    /// Begins what may begin, until the next attempt ends.
    fn step(&mut self) {
        while self.in_flight() < self.limiter.limit() {
            self.in_line.push_back(self.now_ms);
        }
        while self.in_work.len() < self.workers
            && let Some(begun) = self.in_line.pop_front()
        {
            let random = self.random();
            self.in_work.push((begun, self.now_ms + (self.takes_ms)(random)));
        }
        let next = (0..self.in_work.len()).min_by(|a, b| self.in_work[*a].1.total_cmp(&self.in_work[*b].1));
        let in_flight = self.in_flight();
        let (begun, ended) = self.in_work.swap_remove(next.unwrap());
        self.now_ms = ended;
        let ending = (self.answers)(in_flight);
        self.succeeded += usize::from(ending == Ending::Success);
        self.limiter.ended(ending, Duration::from_secs_f64((ended - begun) / 1e3), in_flight);
    }
}

#[test]
fn a_receiver_that_takes_it_all_gets_all_within_some_round_trips() {
    for ms in [|_| 50.0, |_| 200.0, |_| 1000.0] {
        let mut world = World::new(1000, ms);
        let round_trip_ms = ms(0.0);
        while world.limiter.limit() < 128 {
            world.step();
        }
        assert!(world.now_ms <= 6.0 * round_trip_ms, "{} ms", world.now_ms);
        let (limits, per_second) = world.run(60);
        assert!(limits.iter().all(|limit| *limit == 128), "{limits:?}");
        assert!(per_second > 0.95 * 128.0 * 1e3 / round_trip_ms, "{per_second}");
    }
}

#[test]
fn a_receiver_gets_little_more_than_it_works_on_at_once() {
    for workers in [12, 20, 40, 100] {
        let mut world = World::new(workers, |_| 100.0);
        world.run(20);
        let (limits, per_second) = world.run(300);
        let most = limits.iter().max().unwrap();
        assert!(*most <= 2 * workers + 1, "{most} for {workers}");
        assert!(
            per_second > 0.95 * 10.0 * f64::from(u32::try_from(workers).unwrap()),
            "{per_second}: {limits:?}"
        );
    }
}

#[test]
fn a_receiver_with_one_worker_gets_what_it_always_got() {
    let mut world = World::new(1, |_| 1000.0);
    let (limits, _) = world.run(600);
    assert!(limits.iter().all(|limit| (START..=14).contains(limit)), "{limits:?}");
    // It might miss its deadline if it got more.
    let (limits, _) = World::new(1, |_| 1500.0).run(600);
    assert!(limits.iter().all(|limit| *limit == START), "{limits:?}");
}

#[test]
fn times_that_differ_from_answer_to_answer_do_not_keep_a_receiver_from_its_attempts() {
    let even = |random: f64| 40.0 + 320.0 * random;
    let mostly_quick = |random: f64| if random < 0.9 { 100.0 } else { 1000.0 };
    let exponential = |random: f64| -200.0 * (1.0 - 0.999 * random).ln();
    for takes_ms in [even, mostly_quick, exponential] {
        let mut world = World::new(1000, takes_ms);
        world.run(30);
        let (limits, per_second) = world.run(300);
        assert!(per_second > 0.7 * 640.0, "{per_second}: {limits:?}");
    }
}

#[test]
fn a_receiver_that_becomes_slower_for_good_gets_its_attempts_again() {
    let mut world = World::new(1000, |_| 50.0);
    world.run(10);
    assert_eq!(world.limiter.limit(), 128);
    world.takes_ms = |_| 400.0;
    let (limits, _) = world.run(60);
    assert!(limits.contains(&START), "{limits:?}");
    assert_eq!(world.limiter.limit(), 128, "{limits:?}");
}

#[test]
fn a_receiver_that_says_it_has_too_much_is_hardly_ever_asked_for_more_than_it_takes() {
    let mut world = World::new(1000, |_| 100.0);
    world.answers = |in_flight| if in_flight > 30 { Ending::Overload } else { Ending::Success };
    world.run(10);
    let (limits, per_second) = world.run(300);
    assert!(limits.iter().all(|limit| (10..=40).contains(limit)), "{limits:?}");
    assert!(per_second > 200.0, "of 300: {per_second}");
}

#[test]
fn failures_take_the_limit_down_to_one_and_successes_up_again() {
    let mut world = World::new(1000, |_| 100.0);
    world.run(5);
    world.answers = |_| Ending::Failure;
    world.run(10);
    assert_eq!(world.limiter.limit(), 1);
    world.answers = |_| Ending::Success;
    world.run(30);
    assert_eq!(world.limiter.limit(), 128);
}

#[test]
fn a_few_failures_are_those_of_events() {
    let mut limiter = Limiter::new(128, TIMEOUT);
    for n in 0..10_000 {
        let ending = if n % 20 == 0 { Ending::Failure } else { Ending::Success };
        limiter.ended(ending, Duration::from_millis(100), limiter.limit());
    }
    assert_eq!(limiter.limit(), 128);
}

#[test]
fn a_limit_that_is_not_used_does_not_grow() {
    let mut limiter = Limiter::new(128, TIMEOUT);
    for _ in 0..10_000 {
        limiter.ended(Ending::Success, Duration::from_millis(100), 3);
    }
    assert_eq!(limiter.limit(), START);
    let mut low = Limiter::new(2, TIMEOUT);
    for _ in 0..10_000 {
        low.ended(Ending::Success, Duration::from_millis(100), 2);
    }
    assert_eq!(low.limit(), 2, "the operator's limit is below the start");
}

/// Notes attempts that took 100 ms, while as many as the limit allows are in flight.
fn note(limiter: &mut Limiter, ending: Ending, count: usize) {
    for _ in 0..count {
        limiter.ended(ending, Duration::from_millis(100), limiter.limit());
    }
}

#[test]
fn a_round_has_sixteen_attempts_or_twice_the_limit_if_that_is_less_or_the_limit_if_that_is_more() {
    for (limit, round) in [(1, 2), (2, 4), (4, 8), (8, 16)] {
        let mut limiter = Limiter::new(128, TIMEOUT);
        limiter.cap(limit);
        limiter.cap(128);
        note(&mut limiter, Ending::Success, round - 1);
        assert_eq!(limiter.limit(), limit);
        note(&mut limiter, Ending::Success, 1);
        assert_eq!(limiter.limit(), 2 * limit);
    }
    let mut limiter = Limiter::new(128, TIMEOUT);
    note(&mut limiter, Ending::Success, 16 + 16);
    assert_eq!(limiter.limit(), 32);
    note(&mut limiter, Ending::Success, 31);
    assert_eq!(limiter.limit(), 32);
    note(&mut limiter, Ending::Success, 1);
    assert_eq!(limiter.limit(), 64);
}

#[test]
fn attempts_that_began_before_the_limit_fell_say_nothing_about_the_new_one() {
    let mut limiter = Limiter::new(128, TIMEOUT);
    for _ in 0..16 {
        limiter.ended(Ending::Overload, Duration::from_millis(100), 8);
    }
    assert_eq!(limiter.limit(), 4);
    // The other seven that were in flight.
    note(&mut limiter, Ending::Overload, 7);
    note(&mut limiter, Ending::Success, 7);
    assert_eq!(limiter.limit(), 4);
    note(&mut limiter, Ending::Success, 1);
    assert_eq!(limiter.limit(), 8);
}

#[test]
fn one_answer_of_too_much_to_do_halves_the_limit_but_one_failure_of_sixteen_does_not() {
    for (ending, limit) in [(Ending::Overload, 4), (Ending::Failure, 16)] {
        let mut limiter = Limiter::new(128, TIMEOUT);
        note(&mut limiter, ending, 1);
        note(&mut limiter, Ending::Success, 15);
        assert_eq!(limiter.limit(), limit, "{ending:?}");
    }
}

#[test]
fn a_tenth_of_a_round_may_fail() {
    for (failures, limit) in [(2, 40), (3, 10)] {
        let mut limiter = Limiter::new(128, TIMEOUT);
        limiter.limit = 20;
        note(&mut limiter, Ending::Failure, failures);
        note(&mut limiter, Ending::Success, 20 - failures);
        assert_eq!(limiter.limit(), limit, "{failures} of 20");
    }
}

#[test]
fn a_limit_that_is_capped_stays_there_and_doubles_again_when_it_may() {
    let mut limiter = Limiter::new(128, TIMEOUT);
    limiter.cap(4);
    note(&mut limiter, Ending::Success, 100);
    assert_eq!(limiter.limit(), 4);

    let mut limiter = Limiter::new(8, TIMEOUT);
    note(&mut limiter, Ending::Success, 16);
    assert_eq!(limiter.limit(), 8);
    limiter.cap(128);
    note(&mut limiter, Ending::Success, 16);
    assert_eq!(limiter.limit(), 16, "the limit was never too high");
}

/// Returns a limiter that has found this limit out, and how long attempts usually take.
fn found(limit: usize, usual_s: f64) -> Limiter {
    Limiter { limit, usual_s: Some(usual_s), ..Limiter::new(128, TIMEOUT) }
}

#[test]
fn the_usual_time_follows_quicker_rounds_by_a_quarter_and_slower_ones_not_at_all() {
    for (before_s, after_s) in [(0.2, 0.175), (0.08, 0.08)] {
        let mut limiter = found(16, before_s);
        note(&mut limiter, Ending::Success, 16);
        let usual_s = limiter.usual_s.unwrap();
        assert!((usual_s - after_s).abs() < 1e-9, "{usual_s}");
    }
}

#[test]
fn attempts_that_take_half_as_long_again_as_usual_take_a_quarter_off_the_limit() {
    for (usual_s, limit) in [(0.066, 15), (0.067, 40)] {
        let mut limiter = found(20, usual_s);
        note(&mut limiter, Ending::Success, 20);
        assert_eq!(limiter.limit(), limit, "{usual_s} s is usual, and 0.1 s was taken");
    }
}

#[test]
fn a_receiver_that_might_miss_the_deadline_gets_no_more() {
    // Half of the deadline is 7.5 s.
    for (seconds, limit) in [(3.5, 16), (4.0, 9), (6.5, 9), (6.7, 8)] {
        let mut limiter = Limiter::new(128, TIMEOUT);
        for _ in 0..16 {
            limiter.ended(Ending::Success, Duration::from_secs_f64(seconds), 8);
        }
        assert_eq!(limiter.limit(), limit, "{seconds} s");
    }
}

#[test]
fn a_limit_of_which_half_is_used_grows() {
    for (in_flight, limit) in [(7, 16), (8, 32)] {
        let mut limiter = found(16, 0.1);
        for _ in 0..16 {
            limiter.ended(Ending::Success, Duration::from_millis(100), in_flight);
        }
        assert_eq!(limiter.limit(), limit, "{in_flight} in flight");
    }
}

#[test]
fn a_receiver_has_too_much_to_do_if_it_says_so_or_does_not_answer_in_time() {
    use AttemptOutcome::{Connect, Status, Success, Timeout, TooLarge};
    for (outcome, status_code, ending) in [
        (Success, Some(200), Ending::Success),
        (Timeout, None, Ending::Overload),
        (Status, Some(429), Ending::Overload),
        (Status, Some(503), Ending::Overload),
        (TooLarge, Some(503), Ending::Overload),
        (Status, Some(500), Ending::Failure),
        (Connect, None, Ending::Failure),
    ] {
        let attempted = Attempted {
            attempted_at_ms: 0,
            duration_ms: 0,
            outcome,
            status_code,
            retry_after: None,
            response_body: None,
            error: None,
        };
        assert_eq!(Ending::from(&attempted), ending, "{outcome:?} {status_code:?}");
    }
}
