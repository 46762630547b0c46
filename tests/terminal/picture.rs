//! Pictures of a terminal, as SVG, for people to look at.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Width and height of a cell, and the margin around all.
const CELL: (f32, f32) = (8.4, 18.0);
const MARGIN: f32 = 8.0;
/// Colors of text and ground where the program leaves them to the terminal.
const USUAL: (&str, &str) = ("#cccccc", "#1e1e1e");

/// Writes a picture of what a terminal shows into the folder of artefacts, which CI keeps.
pub(super) fn save(screen: &vt100::Screen, name: &str) {
    let folder = folder();
    fs::create_dir_all(&folder).expect("the folder can be made");
    fs::write(folder.join(format!("{name}.svg")), svg(screen)).expect("the picture is written");
}

/// The folder of artefacts: `TANDEM_ARTEFACTS`, or `target/artefacts`.
fn folder() -> PathBuf {
    let folder = env::var_os("TANDEM_ARTEFACTS")
        .map_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("../artefacts"), PathBuf::from);
    folder.join("terminal")
}

fn svg(screen: &vt100::Screen) -> String {
    let (rows, columns) = screen.size();
    let (width, height) = CELL;
    let size = (f32::from(columns) * width + 2.0 * MARGIN, f32::from(rows) * height + 2.0 * MARGIN);
    let page = screen.cell(0, 0).map_or_else(|| USUAL.1.to_owned(), ground);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" role=\"img\" \
         aria-label=\"A game in a terminal: boards with clocks and holdings, messages, a prompt\" \
         font-family=\"'DejaVu Sans Mono',monospace\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{page}\"/>\n",
        size.0, size.1
    );
    for row in 0..rows {
        for column in 0..columns {
            let Some(cell) = screen.cell(row, column) else { continue };
            let (x, y) = (MARGIN + f32::from(column) * width, MARGIN + f32::from(row) * height);
            let ground = ground(cell);
            if ground != page {
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width}\" height=\"{height}\" \
                     fill=\"{ground}\" shape-rendering=\"crispEdges\"/>"
                );
            }
            let text = cell.contents().replace('&', "&amp;").replace('<', "&lt;");
            if !text.trim().is_empty() {
                let color = color(cell.fgcolor(), USUAL.0);
                let weight = if cell.bold() { " font-weight=\"bold\"" } else { "" };
                let base = y + 13.5;
                let _ = writeln!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{base:.1}\" fill=\"{color}\"{weight}>{text}</text>"
                );
            }
        }
    }
    let (row, column) = screen.cursor_position();
    let (x, y) = (MARGIN + f32::from(column) * width, MARGIN + f32::from(row) * height);
    let _ = writeln!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width}\" height=\"{height}\" fill=\"#888888\"/>"
    );
    svg += "</svg>\n";
    svg
}

fn ground(cell: &vt100::Cell) -> String {
    color(cell.bgcolor(), USUAL.1)
}

/// A color as in CSS; the palette is that of xterm.
fn color(color: vt100::Color, usual: &str) -> String {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |value: u8| STEPS[usize::from(value % 6)];
    let [red, green, blue] = match color {
        vt100::Color::Default | vt100::Color::Idx(0..16) => return usual.to_owned(),
        vt100::Color::Idx(index @ 16..232) => {
            [step((index - 16) / 36), step((index - 16) / 6), step(index - 16)]
        }
        vt100::Color::Idx(index) => [8 + (index - 232) * 10; 3],
        vt100::Color::Rgb(red, green, blue) => [red, green, blue],
    };
    format!("#{red:02x}{green:02x}{blue:02x}")
}
