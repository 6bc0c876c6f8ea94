/** Through how many files of src a send, a receipt, an email and an INVITE pass, as V8 counts the functions that ran on the main thread. */
import { type Profiler, Session } from 'node:inspector';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemClock } from '#core/clock.ts';
import { number, openCallWorld } from '#test/harness/call-world.ts';
import { openApp } from '#test/harness/open-app.ts';
import { answerSdp, dial } from '#test/harness/sip-phones.ts';

const src = `${pathToFileURL(path.join(import.meta.dirname, '../src')).href}/`;
const session = new Session();

function count(): void {
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
}

/** Files of which a function was called since it was last asked, but for what ran while a module was loaded. */
function take(): ReadonlySet<string> {
  let taken: readonly Profiler.ScriptCoverage[] = [];
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error !== null) throw error;
    taken = result;
  });
  const files = taken.filter(({ url, functions }) => {
    const ran = functions.filter(({ functionName, ranges }) => {
      return functionName !== '' && (ranges[0]?.count ?? 0) > 0;
    });
    return url.startsWith(src) && ran.length > 0;
  });
  return new Set(files.map(({ url }) => url.slice(src.length)));
}

/** What comes after: receipt, webhook, delivery of the mail. */
const afterMs = 3_000;

const settled = (): Promise<void> => systemClock.sleep(afterMs);

function tell(name: string, files: ReadonlySet<string>): void {
  process.stdout.write(`${name}: ${files.size} files\n`);
}

/** Done once before, so that what runs once for a process is not counted; nor what runs without it. */
async function passed<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer> {
  await work();
  await settled();
  take();
  await settled();
  const idle = take();
  const answer = await work();
  const now = take();
  tell(name, now);
  await settled();
  tell(`${name}, and what comes after`, now.union(take().difference(idle)));
  return answer;
}

/** All is as it should be if both were taken. */
export async function runPassedFiles(): Promise<boolean> {
  count();
  const areTaken = await passMessages();
  await passCall();
  return areTaken;
}

async function passMessages(): Promise<boolean> {
  await using app = await openApp();
  const apiKey = app.testKey;
  const sms = { apiKey, phoneNumbers: '+33612345678', message: 'Hello' };
  const from = { email: 'news@acme.example' };
  const email = { apiKey, subject: 'Hi', htmlContent: 'Hi', to: 'zoe@client.example', from };
  const answers = [
    await passed('A send, until 200', () => app.post('/v1/send', sms)),
    await passed('An email, until 200', () => app.post('/mail/v1/send', email)),
  ];
  return answers.every(({ status }) => status === 200);
}

async function passCall(): Promise<void> {
  await using world = await openCallWorld();
  await passed('A call, from INVITE to BYE', async () => {
    dial(world.caller, world.hop, { uri: `sip:+${number}@127.0.0.1` });
    const incoming = await world.callee.told.calls.next();
    incoming.ring(180);
    incoming.answer({ sdp: answerSdp }, world.callee.told.sessionHandlers());
    const { session: ofCaller } = await world.caller.told.answered.next();
    await world.callee.told.acks.next();
    ofCaller.bye();
    await world.callee.told.ends.next();
  });
}
