//! The memory that is left. A system that lacks it may well map a table, and end the program when
//! the table is filled.

/// Bytes that a program may still use: those of the machine, and of the group of processes in which
/// it runs, as in a container. `None` where the system does not say.
#[cfg(target_os = "linux")]
pub(super) fn free_memory() -> Option<usize> {
    let of_machine = read("/proc/meminfo").and_then(|text| field(&text, "MemAvailable:"));
    let of_machine = of_machine.map(|kibibytes| kibibytes.saturating_mul(1024));
    of_machine.into_iter().chain(left_to_group()).min()
}

#[cfg(not(target_os = "linux"))]
pub(super) fn free_memory() -> Option<usize> {
    None
}

/// Bytes that the group of processes has left, if it has a limit. Its copies of files do not count:
/// they make room.
#[cfg(target_os = "linux")]
fn left_to_group() -> Option<usize> {
    let in_group = |name: &str| read(&format!("/sys/fs/cgroup/memory.{name}"));
    let limit: usize = in_group("max")?.trim().parse().ok()?; // or `max`
    let used: usize = in_group("current")?.trim().parse().ok()?;
    let of_files = in_group("stat").and_then(|text| field(&text, "file")).unwrap_or(0);
    Some(limit.saturating_sub(used.saturating_sub(of_files)))
}

#[cfg(target_os = "linux")]
fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

/// The number that follows a name at the start of a line.
#[cfg(target_os = "linux")]
fn field(text: &str, name: &str) -> Option<usize> {
    text.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        (words.next() == Some(name)).then(|| words.next()?.parse().ok()).flatten()
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_found_by_its_whole_name() {
        let text = "MemTotal:  100 kB\nMemAvailable:    42 kB\nfile_mapped 7\nfile 9\n";
        let fields = ["MemAvailable:", "Mem", "file", "anon"].map(|name| field(text, name));
        assert_eq!(fields, [Some(42), None, Some(9), None]);
    }

    #[test]
    fn a_running_system_has_memory_left() {
        assert!(free_memory().is_none_or(|free| free > 0));
    }
}
