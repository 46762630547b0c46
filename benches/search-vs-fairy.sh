#!/usr/bin/env bash
# Nodes per second of our search beside Fairy-Stockfish's, one thread each, on the same positions.
#
#   benches/search-vs-fairy.sh [seconds] [positions]   FAIRY=/path/to/fairy-stockfish if not in PATH
#
# The programs search each middlegame from a server in turn: `seconds` a position (1 by default) for
# the first `positions` of them (12 by default). Both count a node for each move they make, qsearch
# included, and report the nodes and the time themselves.
#
# Fairy-Stockfish's speed depends on how it was built: the packaged ones are made for any x86-64.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."

seconds=${1:-1} count=${2:-12}
fairy=${FAIRY:-$(command -v fairy-stockfish || echo /usr/games/fairy-stockfish)}
[[ -x $fairy ]] || { echo "no fairy-stockfish found; set FAIRY" >&2; exit 1; }

cargo build --quiet --release
ours=${CARGO_TARGET_DIR:-target}/release/tandem

fairy_speed() { # fen: nodes/s
    { printf '%s\n' "setoption name UCI_Variant value bughouse" "position fen $1" \
        "go movetime $((seconds * 1000))"; sleep "$seconds.3"; echo quit; } |
        "$fairy" | sed -n 's/.* nodes \([0-9]*\) nps \([0-9]*\) .*/\2/p' | tail -1
}

our_speed() { # fen: nodes/s; thinking lines are depth, score, centiseconds, nodes, moves
    { printf '%s\n' "variant bughouse" "setboard $1" post "st $seconds" go
        sleep "$seconds.3"; echo quit; } |
        "$ours" | awk '$1 ~ /^[0-9]+$/ && $3 > 0 { speed = $4 * 100 / $3 } END { printf "%d", speed }'
}

grep -v '^#' src/commands/bench/positions.txt | head -n "$count" | while read -r fen; do
    echo "$(fairy_speed "$fen") $(our_speed "$fen") $fen"
done | awk '
    BEGIN { print "fairy nodes/s   ours  ratio" }
    $1 > 0 && $2 > 0 {
        printf "%12d %8d  %5.2f  %s %s %s\n", $1, $2, $2 / $1, $3, $4, $5
        fflush()
        logs += log($2 / $1); rows++
    }
    END { if (rows) printf "%27.2f  geometric mean of %d positions\n", exp(logs / rows), rows }'
