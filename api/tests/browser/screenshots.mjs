// Takes a picture of every page: narrow and wide, light and dark. `deploy/dev screenshots` runs it.

import { mkdir } from "node:fs/promises";

import { given, signIn, tell } from "./browser.mjs";
import { eachPage, eachPageOfGuests, setScene } from "./scene.mjs";

const SIZES = [{ width: 1280, height: 900 }, { width: 390, height: 844 }];

async function shoot(page, path) {
  const name = path.split("?")[0].replaceAll(/\/\d+/g, "/one").slice(1).replaceAll("/", "-");
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // The whole page as if the screen was that high, so that what sticks to the screen's edges is where it belongs.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: size.width, height: Math.max(height, size.height) });
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${given.folder}/${name}-${size.width}-${colorScheme}.png` });
    }
  }
}

await mkdir(given.folder, { recursive: true });
await tell(async (seat) => {
  const owner = await seat();
  await signIn(owner, given.owner);
  await setScene(owner);
  await eachPage(owner, (path) => shoot(owner, path));
  await eachPageOfGuests(seat, owner, (page, path) => shoot(page, path));
});
