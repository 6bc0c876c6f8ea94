/** What the examples of operations are about and no operation makes. */
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import { parseEmailAddress } from '#core/email-address.ts';
import { zero } from '#core/money.ts';
import { laneOfEndpoint } from '#webhooks/owed-delivery.ts';
import { RequestEndpoints } from '#webhooks/request-endpoints.ts';
import { aCaughtMail } from './caught-mail-records.ts';
import { anEmailAcceptance } from './email-records.ts';
import { account, nobody } from './operation-examples.ts';
import type { OpenedInstallation } from './page-ports.ts';
import { aJob, anAcceptance, aSubmit } from './records.ts';

/** What examples are about and no operation makes: an endpoint of a request, to which an event is owed; a request; an email. */
export async function fillWorld({ storage, sealer }: OpenedInstallation): Promise<void> {
  const requests = new RequestEndpoints({ store: storage.webhooks, sealer, clock: systemClock });
  const id = must(await requests.find(account, new URL(nobody)), 'endpoint of a request');
  const address = must(parseEmailAddress('ada@shop.example'), 'address');
  await storage.domains.saveSender(
    { accountId: account, address, name: '' },
    { actor: 'test', atMs: 1 },
  );
  await storage.accounts.keepApiRequests([
    {
      accountId: account,
      atMs: Date.parse('2025-02-03T04:05:06.007Z'),
      requestId: 'r1',
      method: 'POST',
      path: '/v1/send',
      status: 401,
      code: 10,
      refusal: 'key has expired',
      durationMs: 1,
      keyId: 99,
      network: '192.0.0.0/16',
      octets: 2,
      parameters: '{"to":"+336*****78"}',
      answer: '{"success":false,"code":10}',
      skipped: 0,
    },
  ]);
  const lane = laneOfEndpoint(id);
  await storage.webhooks.putJobs([
    { id: 9, lane, dueAtMs: 5, attempt: 2, orderKey: 'k', expiresAtMs: 2 ** 45, subject: 77 },
  ]);
  const dueAtMs = Date.UTC(2090, 0, 1);
  const owner = must(await storage.accounts.findAccount(account), 'account');
  const ofLongAgo = { tag: 'spring', acceptedAtMs: Date.UTC(2025, 0, 1) };
  const sent = anAcceptance(owner, 7, { message: ofLongAgo, recipient: { cost: zero } });
  await storage.messages.acceptMessages([sent]);
  await storage.messages.recordFacts({ submits: [aSubmit(sent)], receipts: [], refusals: [] });
  const later = { email: { scheduledAtMs: dueAtMs }, job: { dueAtMs } };
  const free = { mail: { cost: zero }, state: 'scheduled' } as const;
  await storage.emails.acceptEmail(anEmailAcceptance(owner, 1, { ...later, ...free }));
  await addCall(storage);
  const of = { accountId: account, mailId: 512 };
  await storage.simulator.keepMails([aCaughtMail({ of, octets: Buffer.from(caughtMail) })]);
}

const caughtMail = [
  'From: Acme <a@acme.example>',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Hello</p>',
  '--b',
  'Content-Type: text/plain; name=a.txt',
  'Content-Disposition: attachment; filename=a.txt',
  '',
  'Hi',
  '--b--',
  '',
].join('\r\n');

/** One that has left a message. */
async function addCall({ calls, voicemails }: OpenedInstallation['storage']): Promise<void> {
  const at = Date.parse('2025-02-03T04:05:06.007Z');
  const call = {
    id: 7,
    accountId: account,
    payerId: account,
    number: '33755000002',
    hops: [],
    caller: '33612345678',
    target: 'me@acme.example',
    kind: 'voicemail',
    trunkIn: 'carrier',
    processId: 1,
    startedAtMs: at,
    perMinute: zero,
    firstS: 1,
    nextS: 1,
  } as const;
  await calls.beginCall(call, zero);
  await calls.endCall(call.id, {
    endedAtMs: at + 2_000,
    ringingAtMs: at,
    answeredAtMs: at + 500,
    trunkOut: '',
    billedS: 2,
    cost: zero,
    cause: 'caller_hung_up',
    sipStatus: 200,
    rule: '',
  });
  const { id, number, caller, startedAtMs } = call;
  const message = { id, accountId: account, numberId: 1, number, caller, startedAtMs };
  const kept = { callerName: '', durationMs: 1_000, law: 'pcma', end: 'key' } as const;
  const mail = { mailTo: 'me@acme.example', language: 'en', isSimulated: false } as const;
  const job = aJob({ id: 2_000_000, lane: 'notice/voicemail', subject: id });
  await voicemails.saveVoicemail({ ...message, ...kept, ...mail }, Buffer.alloc(8, 0xd5), job);
}
