// A game at every size of window: both boards, four clocks and four hands are on the first screen.
import { Person } from "./person.mjs";

/** Windows of phones and tablets, upright and on their side, and of desktops. */
const FINGERS = [[360, 640], [390, 844], [844, 390], [640, 360], [768, 1024]];
const MOUSE = [[1280, 800], [1366, 650], [1920, 1080]];

/** Hands with something in them, and White on A can check by a drop. */
const FULL_HANDS = [
  "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[NNPPPPbnppr]_w_KQkq_-_0_12",
  "rnbqk2r/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP3PPP/R1BQKB1R[BPPqqnp]_w_KQkq_-_0_11",
];

const LONG_WORD = "Please trade knights on your board if you can, I mate on f7 with one, but hold the queens: their queen on my board would be the end of me, and of us";

/** A player on a phone, the partner at a desk, and an onlooker at each; the game is on, and then over. */
export async function sizes({ browser, address, out, found }) {
  const [a, b] = FULL_HANDS;
  const anna = await Person.at(browser, `${address}#/play?A=${a}&B=${b}`, "sizes, player, fingers", found, { isPhone: true, width: 360, height: 640 });
  await anna.page.getByLabel("Your name").fill("Annabella Maria");
  await anna.page.getByRole("radio", { name: "5+0" }).check();
  await anna.page.getByText("Each seat by itself").tap();
  await anna.page.getByLabel("Who is Black on B").selectOption("guest");
  await anna.press(/^Play/);
  const link = await anna.page.getByRole("textbox", { name: "Invitation for Black on B" }).inputValue();
  const bert = await Person.at(browser, link, "sizes, player, mouse", found, { width: 1280, height: 800 });
  await bert.press("Sit down");
  const onlookers = [
    await Person.at(browser, anna.page.url(), "sizes, onlooker, fingers", found, { isPhone: true, width: 390, height: 844 }),
    await Person.at(browser, anna.page.url(), "sizes, onlooker, mouse", found, { width: 1280, height: 800 }),
  ];
  await anna.untilTurn("A");
  await bert.page.getByRole("textbox", { name: /^Say something else/ }).fill(LONG_WORD);
  await bert.press("Say");
  await anna.button("More of what your partner says").waitFor();
  await anna.page.screenshot({ path: `${out}/sizes-word-360x640-light.png` });
  await anna.press("More of what your partner says");
  await anna.look(out, "sizes-word-opened-360x640-light");
  await anna.press("Close");
  await anna.press("Talk to your partner");
  await anna.button("need knight").waitFor();
  await anna.look(out, "sizes-talk-360x640-light");
  await anna.press("trades good");
  await bert.page.getByRole("list", { name: "Said so far" }).getByText("trades good").waitFor();
  // A check by a drop, and then a piece that has to arrive: the move waits for the rest of the game.
  await anna.drop("A", "white knight", "d6");
  await anna.board("A").getByRole("button", { name: "white rook: 0 in hand" }).tap();
  await anna.touch("A", "h6");
  await anna.page.locator(".waiting-note").waitFor();
  await anna.untilMoved("N@d6");
  const people = [[anna, FINGERS], [bert, MOUSE], [onlookers[0], FINGERS], [onlookers[1], MOUSE]];
  await atAllSizes(people, out, "playing");
  await bert.press("Resign");
  await bert.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  for (const [person] of people) await person.page.getByRole("region", { name: "Result" }).waitFor();
  await atAllSizes(people, out, "over");
}

/** Both seats of a team, and one board alone: the own hands on both boards are for fingers. */
export async function otherSizes({ browser, address, out, found }) {
  const [a, b] = FULL_HANDS;
  const anna = await Person.at(browser, `${address}#/play?A=${a}&B=${b}`, "sizes, both seats", found, { isPhone: true, width: 390, height: 844 });
  await anna.page.getByText("Each seat by itself").tap();
  await anna.page.getByLabel("Who is Black on B").selectOption("me");
  await anna.press(/^Play .* for both seats$/);
  await anna.untilTurn("A");
  const bert = await Person.at(browser, `${address}#/play?rules=crazyhouse&A=${a}`, "sizes, one board", found, { isPhone: true, width: 390, height: 844 });
  await bert.press(/^Play/);
  await bert.untilTurn("");
  for (const [person, name] of [[anna, "both"], [bert, "single"]]) {
    for (const [width, height] of [...FINGERS, ...MOUSE]) {
      await person.page.setViewportSize({ width, height });
      await person.look(out, `sizes-playing-${name}-${width}x${height}-light`);
      found.push(...await outOfSight(person));
    }
  }
}

/** Looks at the page of each person at each size, in light and dark, and measures it. */
async function atAllSizes(people, out, state) {
  await Promise.all(people.map(async ([person, windows]) => {
    for (const colorScheme of ["light", "dark"]) {
      await person.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const [width, height] of windows) {
        await person.page.setViewportSize({ width, height });
        const who = person.where.includes("onlooker") ? "watch" : "own";
        await person.look(out, `sizes-${state}-${who}-${width}x${height}-${colorScheme}`);
        person.found.push(...(await outOfSight(person)).map((fault) => `${fault}, ${colorScheme}`));
      }
    }
  }));
}

/** What of a game is not whole on the first screen, and what of its text is cut. */
async function outOfSight({ page, where }) {
  const faults = await page.evaluate(() => {
    scrollTo(0, 0);
    const found = [];
    const all = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0);
    const boxes = { board: all(".game .live-squares"), clock: all(".game .live-clock"), hand: all(".game .live-hand") };
    const isSingle = document.querySelector(".game.single") !== null;
    for (const [kind, number] of [["board", 2], ["clock", 4], ["hand", 4]]) {
      if (boxes[kind].length !== (isSingle ? number / 2 : number)) found.push(`${boxes[kind].length} of kind ${kind}`);
    }
    const edges = (element) => element.getBoundingClientRect();
    for (const [kind, elements] of Object.entries({ ...boxes, action: all(".game .actions button") })) {
      for (const element of elements) {
        const { left, top, right, bottom } = edges(element);
        if (left < 3 || top < 3 || right > innerWidth - 3 || bottom > innerHeight) found.push(`a ${kind} is at ${[left, top, right, bottom].map(Math.round)}`);
      }
    }
    // Nothing lies over a board, a clock or a hand, or runs into another.
    const apart = [...boxes.board, ...boxes.clock, ...boxes.hand, ...all(".lead-bar, .game .actions, .waiting-note, .result-panel"), ...all(".own .step-bar").filter((bar) => getComputedStyle(bar).position === "static").flatMap((bar) => [...bar.querySelectorAll("button")].filter((button) => button.getClientRects().length > 0))];
    apart.forEach((one, at) => {
      for (const other of apart.slice(at + 1)) {
        const [a, b] = [edges(one), edges(other)];
        const [across, down] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
        if (across > 1 && down > 1) found.push(`${one.className} and ${other.className} overlap by ${Math.round(across)}x${Math.round(down)}`);
      }
    });
    for (const element of all(".live-clock, .record .san, .lead-bar, .lead-bar .says, .game .actions button, .game .waiting-note button, .phrases button, .result-panel :is(h2, p, button, a)")) {
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== "inline") found.push(`cut: ${element.textContent} (${element.clientWidth} of ${element.scrollWidth})`);
    }
    for (const name of all(".game .player .name")) {
      if (name.scrollWidth > name.clientWidth + 1 && getComputedStyle(name).visibility !== "hidden" && (name.querySelector("b")?.textContent?.length ?? 0) < 12) found.push(`cut: the name ${name.textContent} (${name.clientWidth} of ${name.scrollWidth})`);
    }
    // The steps through a game that has ended are at hand; only a phone on its side that is not long has no room.
    const hasRoom = innerHeight >= 500 || innerHeight > innerWidth || (innerWidth >= 2 * innerHeight && document.querySelector(".game.own"));
    if (document.querySelector(".game.over") && hasRoom && !all(".step-bar .controls").some((bar) => edges(bar).bottom <= innerHeight)) found.push("the steps are below the first screen");
    for (const talk of all(".talk")) if (edges(talk).height < 18 && talk.childElementCount > 0) found.push(`the talk has ${Math.round(edges(talk).height)} pixels`);
    const [own, other] = ["near", "far"].map((name) => document.querySelector(`.game .${name} .live-squares`)?.clientWidth ?? 0);
    const smaller = Math.min(innerWidth, innerHeight);
    // After the game its steps need a row.
    const share = document.querySelector(".game.over") ? 0.9 : 1;
    const least = share * (document.querySelector(".game.own") ? 0.5 : 0.45);
    if (own < least * smaller || own < other) found.push(`the own board has ${own}, the other ${other} pixels`);
    if (!isSingle && other < share * 0.3 * smaller) found.push(`the other board has ${other} pixels`);
    return found.map((fault) => `${innerWidth}x${innerHeight}: ${fault}`);
  });
  return faults.map((fault) => `${where}, ${fault}`);
}
