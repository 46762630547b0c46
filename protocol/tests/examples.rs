//! The example does what it promises.

#[expect(dead_code, reason = "its `main` function is for people")]
#[path = "../examples/speak_cecp.rs"]
mod speak_cecp;

#[test]
fn each_line_is_told_and_answered_until_quit() {
    let input: &[u8] = b"protover 2\nping 1\nholding [QP] [n]\nhello\nquit\nping 2\n";
    let mut out = Vec::new();
    speak_cecp::speak(input, &mut out).expect("a vector takes all");
    let text = String::from_utf8(out).expect("the example writes text");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["# Protover(2)", "feature done=0"]);
    let ping = lines.iter().position(|line| *line == "# Ping(1)").expect("it is told");
    assert_eq!(lines[ping + 1], "pong 1");
    assert!(lines[ping + 2].starts_with("# Holding(HoldingUpdate {"), "{}", lines[ping + 2]);
    assert!(lines[ping + 3].starts_with("# Unknown("), "{}", lines[ping + 3]);
    assert_eq!(lines[ping + 4], "Error (unknown command): hello");
    assert_eq!(lines[ping + 5..], ["# Quit"]);
}
