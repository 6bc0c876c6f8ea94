/**
 * Starts a packed program in an empty folder, with no variable and no PATH: sends an SMS, waits for its report, stops
 * it right behind an accepted one and sees that the next start delivers that too.
 */
import { readdir } from 'node:fs/promises';
import { delivered, type Started, sendHello, startServer, testKeyIn } from './first-message.ts';

const flags = ['--port', '0', '--mail-catcher-port', '0', '--log', 'error'];
// Whatever service of this machine there is: it is about this folder.
const env = { PARLEY_CONFIG: '' };

const say = (line: string): void => void process.stdout.write(`${line}\n`);

export async function tryProgram(program: string, cwd: string): Promise<void> {
  const start = (): Promise<Started> => startServer(program, { flags, cwd, env });
  const startedMs = performance.now();
  await using first = await start();
  say(`started   in ${Math.round(performance.now() - startedMs)} ms`);
  const apiKey = testKeyIn(first.said);
  await delivered({ ...first, apiKey }, await sendHello({ ...first, apiKey }));
  await checkPages(first.url);
  say('sent      and delivered; the pages are there');
  const last = await sendHello({ ...first, apiKey });
  await first.stop();
  await using second = await start();
  await delivered({ ...second, apiKey }, last);
  await second.stop();
  say('stopped   behind a send, which the next start knows as delivered');
  const left = (await readdir(cwd)).toSorted().join(' ');
  if (left !== 'data') throw new Error(`It wrote outside its data: ${left}`);
}

async function checkPages(url: string): Promise<void> {
  const page = await fetch(url, { headers: { Accept: 'text/html' } });
  const script = /src="(?<place>\/assets\/[^"]+\.js)"/.exec(await page.text())?.groups?.['place'];
  if (script === undefined) throw new Error('The first page names no script');
  if (!(await fetch(`${url}${script}`)).ok) throw new Error(`${script} is not handed out`);
}
