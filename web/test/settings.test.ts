import assert from "node:assert/strict";
import { test } from "node:test";
import { readSettings, USUAL_SETTINGS } from "../src/parts/settings.ts";

test("settings come back as they were kept", () => {
  const settings = { volume: 35, pieces: "solid", board: "wood", confirms: true, zen: true, announces: true } as const;
  assert.deepEqual(readSettings(JSON.stringify(settings)), settings);
});

test("what cannot be read is as usual, and the rest is as it was kept", () => {
  for (const kept of [null, "", "null", "7", "[]", "{", "\"x\"", "{\"volume\":\"loud\",\"pieces\":3,\"board\":\"toString\",\"zen\":1}", "{\"volume\":-1}", "{\"volume\":101}", "{\"volume\":null}"]) {
    assert.deepEqual(readSettings(kept), USUAL_SETTINGS, String(kept));
  }
  assert.deepEqual(readSettings("{\"board\":\"wood\",\"pieces\":\"marble\",\"later\":true}"), { ...USUAL_SETTINGS, board: "wood" });
});

test("who had switched sounds off hears none", () => {
  assert.equal(readSettings(null, "off").volume, 0);
  assert.equal(readSettings(null, "on").volume, USUAL_SETTINGS.volume);
  assert.equal(readSettings("{\"volume\":50}", "off").volume, 50);
});
