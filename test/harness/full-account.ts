/** Account 1 with one of each thing that a path of the dashboard can name, under the names that a walk of its routes gives them. */
import { strict as assert } from 'node:assert';
import { must } from '#core/assert.ts';
import { parseEmailAddress } from '#core/email-address.ts';
import { anApiRequest } from './api-requests.ts';
import { aCaughtMail } from './caught-mail-records.ts';
import { anEmailAcceptance } from './email-records.ts';
import type { PageWorld } from './page-world.ts';
import { aJob, anAcceptance, anEvent, atMs, money, phone } from './records.ts';

const author = { actor: 'test', atMs };
const number = '33755000001';
const caller = '33612345678';

/** `hookUrl` gets its webhooks. */
export async function fillAccount(world: PageWorld, hookUrl: string): Promise<void> {
  await world.line.read('account', 'topup', '1', '10');
  await addByPages(world, hookUrl);
  await addPerson(world);
  await addTraffic(world);
}

async function addByPages(world: PageWorld, url: string): Promise<void> {
  const at = '/api/accounts/1';
  const { storage } = world.installation;
  await world.post(`${at}/operations/key-create`, { bases: ['sms'] });
  await world.post(`${at}/operations/subaccount-create`, { name: 'Branch' });
  await world.post(`${at}/operations/endpoint-add`, { url });
  await world.post(`${at}/operations/endpoint-replay`, {
    endpoint: 1,
    since: '1970-01-01T00:00:00Z',
  });
  await world.post(`${at}/operations/group-add`, { name: 'Friends' });
  await world.post(`${at}/operations/contact-add`, { group: 1, phone: '+33612345678' });
  await world.post(`${at}/operations/campaign-add`, { name: 'Spring', group: 1, text: 'Hi' });
  await world.post(`${at}/operations/domain-add`, { domain: 'shop.example' });
  const address = must(parseEmailAddress('ada@shop.example'), 'address');
  await storage.domains.saveSender({ accountId: 1, address, name: 'Ada' }, author);
  await world.post(`${at}/operations/member-invite`, {
    email: 'eve@acme.example',
    role: 'viewer',
  });
}

async function addPerson(world: PageWorld): Promise<void> {
  const { people: members } = world.installation.storage;
  const link = {
    hash: 'h',
    kind: 'invitation',
    email: 'bob@acme.example',
    createdAtMs: atMs,
    endsAtMs: atMs + 100,
    isAdministrator: false,
    place: { accountId: 1, role: 'viewer' },
  } as const;
  await members.saveLink(link, author);
  const user = { email: link.email, name: 'Bob', passwordHash: 'hash', createdAtMs: atMs };
  must(await members.joinAsNew(link, user), 'new user');
}

async function addTraffic(world: PageWorld): Promise<void> {
  const { storage } = world.installation;
  const account = must(await storage.accounts.findAccount(1), 'account');
  const events = [anEvent(900)];
  await storage.messages.acceptMessages([anAcceptance(account, 5)]);
  const accepted = await storage.emails.acceptEmail(anEmailAcceptance(account, 1, { events }));
  assert.equal(accepted.kind, 'accepted');
  await addCaughtMail(world);
  await storage.accounts.keepApiRequests([anApiRequest({ accountId: 1 })]);
  await storage.stops.addStop({
    accountId: 1,
    phone: phone(caller),
    source: 'client',
    createdAtMs: atMs,
  });
  await addNumber(world);
}

/** A copy of the email that was caught, with a file. */
async function addCaughtMail({ installation: { storage } }: PageWorld): Promise<void> {
  const lines = [
    'Subject: Hello',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/html',
    '',
    '<p>Hello</p>',
    '--b',
    'Content-Type: application/pdf; name=bill.pdf',
    'Content-Disposition: attachment; filename=bill.pdf',
    '',
    '%PDF',
    '--b--',
    '',
  ];
  const of = { accountId: 1, mailId: 512 };
  const octets = Buffer.from(lines.join('\r\n'));
  await storage.simulator.keepMails([aCaughtMail({ of, octets })]);
}

async function addNumber(world: PageWorld): Promise<void> {
  const { storage } = world.installation;
  const made = await storage.numbers.createNumber({
    digits: number,
    kind: 'long',
    accountId: 1,
    operatorId: null,
    takesSms: true,
    takesCalls: true,
    createdAtMs: atMs,
  });
  const text = {
    operatorId: 1,
    sender: caller,
    receiver: number,
    kind: 'reply',
    accountId: 1,
    text: 'Hello',
    octets: Buffer.from('Hello'),
    dataCoding: 0,
    receivedAtMs: atMs,
    partsReceived: 1,
    partsTotal: 1,
    answersMessageId: 0,
    test: false,
  } as const;
  await storage.inbound.recordInbound([
    { kind: 'message', message: text, events: [], groupId: null },
  ]);
  const voicemail = {
    id: 1,
    accountId: 1,
    numberId: must(made, 'number').id,
    number,
    caller,
    callerName: '',
    startedAtMs: atMs,
    durationMs: 1_000,
    law: 'pcma',
    end: 'key',
    mailTo: 'me@acme.example',
    language: 'en',
    isSimulated: false,
  } as const;
  const job = aJob({ id: 2_000_000, lane: 'notice/voicemail', subject: 1 });
  await storage.voicemails.saveVoicemail(voicemail, Buffer.alloc(8, 0xd5), job);
  await addCall(world);
  const greeting = { accountId: 1, numberId: must(made, 'number').id };
  await storage.voicemails.saveGreeting(greeting, Buffer.alloc(16), { actor: 'test', atMs });
}

/** The one that has left the voicemail, which bears its id. */
async function addCall({ installation: { storage } }: PageWorld): Promise<void> {
  const free = money(0);
  const call = {
    id: 1,
    accountId: 1,
    payerId: 1,
    number,
    hops: [],
    caller,
    target: 'me@acme.example',
    kind: 'voicemail',
    trunkIn: 'carrier',
    processId: 1,
    startedAtMs: atMs,
    perMinute: free,
    firstS: 1,
    nextS: 1,
  } as const;
  const end = {
    endedAtMs: atMs + 2_000,
    ringingAtMs: atMs,
    answeredAtMs: atMs + 500,
    trunkOut: '',
    billedS: 2,
    cost: free,
    cause: 'caller_hung_up',
    sipStatus: 200,
    rule: '',
  } as const;
  assert.ok(await storage.calls.beginCall(call, free));
  await storage.calls.endCall(call.id, end);
}
