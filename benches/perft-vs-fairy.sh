#!/usr/bin/env bash
# Leaves per second of our move generator beside Fairy-Stockfish's, one thread each.
#
#   benches/perft-vs-fairy.sh [repeats]       FAIRY=/path/to/fairy-stockfish if it is not in PATH
#
# Both programs are timed from outside, and what each takes to start is subtracted; of some
# repeats (3 unless told otherwise) the fastest counts. Fairy-Stockfish lists the moves of the
# last ply and counts the list; "listing" does the same, and is the fair comparison. "counting"
# counts the last ply without listing it. A leaf count that differs is an error.
#
# Fairy-Stockfish's speed depends on how it was built: the packaged ones are made for any x86-64
# and for large boards, and lose to a build made for one machine and for 8x8 boards.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."

repeats=${1:-3}
fairy=${FAIRY:-$(command -v fairy-stockfish || echo /usr/games/fairy-stockfish)}
[[ -x $fairy ]] || { echo "no fairy-stockfish found; set FAIRY" >&2; exit 1; }

cargo build --quiet --release
ours=${CARGO_TARGET_DIR:-target}/release/tandem

# name | variant | depth | FEN; at these depths Fairy-Stockfish is busy for half a second to ten
positions='start | bughouse | 6 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1
start | crazyhouse | 6 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1
opening | bughouse | 4 | r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R[PNpb] w KQkq - 0 7
opening | crazyhouse | 4 | r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R[PNpb] w KQkq - 0 7
promoted | bughouse | 4 | r3k2r/1PpQ~1ppp/5n2/4p3/4P3/2N5/1pPP1PPP/R1B1K2R[NBPqn] b KQkq - 0 20
promoted | crazyhouse | 4 | r3k2r/1PpQ~1ppp/5n2/4p3/4P3/2N5/1pPP1PPP/R1B1K2R[NBPqn] b KQkq - 0 20
attack | bughouse | 4 | r1bq1rk1/ppp2ppp/2n5/3Np1N1/2B1P1b1/8/PPPP1nPP/R1BQ1RK1[BPrp] w - - 0 12
attack | crazyhouse | 4 | r1bq1rk1/ppp2ppp/2n5/3Np1N1/2B1P1b1/8/PPPP1nPP/R1BQ1RK1[BPrp] w - - 0 12
full hands | bughouse | 3 | 2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1
full hands | crazyhouse | 3 | 2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1
in check | bughouse | 4 | 4k3/8/8/8/4R3/8/8/4K3[QRPqrbnp] b - - 0 1
in check | crazyhouse | 4 | 4k3/8/8/8/4R3/8/8/4K3[QRPqrbnp] b - - 0 1'

fairy_perft() { # variant depth fen
    printf '%s\n' "setoption name UCI_Variant value $1" "position fen $3" "go perft $2" quit |
        "$fairy" | sed -n 's/^Nodes searched: *//p'
}

fairy_start() { echo quit | "$fairy"; }

our_perft() { # variant depth fen [--count]
    "$ours" perft --single --variant "$1" --depth "$2" --fen "$3" "${@:4}" |
        sed -n 's/^total //p'
}

# Sets `answer` to what the command prints and `microseconds` to its shortest time.
measure() {
    microseconds=
    local run before spent
    for ((run = 0; run < repeats; run++)); do
        before=${EPOCHREALTIME/./}
        answer=$("$@")
        spent=$((${EPOCHREALTIME/./} - before))
        if [[ -z $microseconds ]] || ((spent < microseconds)); then microseconds=$spent; fi
    done
}

measure fairy_start
fairy_startup=$microseconds
measure our_perft bughouse 0 "${positions##*| }"
our_startup=$microseconds

while IFS='|' read -r name variant depth fen; do
    name=${name% } variant=${variant// /} depth=${depth// /} fen=${fen# }
    measure fairy_perft "$variant" "$depth" "$fen"
    leaves=$answer fairy_time=$((microseconds - fairy_startup))
    times=()
    for how in "" --count; do
        measure our_perft "$variant" "$depth" "$fen" ${how:+"$how"}
        if [[ $answer != "$leaves" ]]; then
            echo "$variant $fen at depth $depth: $answer leaves, Fairy-Stockfish has $leaves" >&2
            exit 1
        fi
        times+=($((microseconds - our_startup)))
    done
    echo "$name|$variant|$depth|$leaves|$fairy_time|${times[0]}|${times[1]}"
done <<<"$positions" | awk -F'|' '
    BEGIN {
        print "                                             million leaves/s            ratio"
        print "position    variant     depth     leaves   fairy listing counting  listing counting"
    }
    {
        listing = $5 / $6; counting = $5 / $7
        printf "%-11s %-11s %5d %10d %7.1f %7.1f %8.1f %8.2f %8.2f\n",
            $1, $2, $3, $4, $4 / $5, $4 / $6, $4 / $7, listing, counting
        fflush()
        logs[1] += log(listing); logs[2] += log(counting)
    }
    END {
        printf "%-64s %8.2f %8.2f\n", "geometric mean", exp(logs[1] / NR), exp(logs[2] / NR)
    }'
