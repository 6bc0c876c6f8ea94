/** An SMPP implementation that nobody here wrote, npm's `smpp`: as the operator, and as a customer's software. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { suite, test } from 'node:test';
import { CommandLine } from '#test/harness/command-line.ts';
import { openCustomerWorld, password, systemId } from '#test/harness/customer-world.ts';
import { openApp } from '#test/harness/open-app.ts';
import { Queue } from '#test/harness/queue.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

/** The package has no types: what is used of it. */
type ForeignPdu = {
  readonly command: string;
  readonly command_status: number;
  readonly message_id: string;
  readonly source_addr: string;
  readonly destination_addr: string;
  readonly esm_class: number;
  readonly short_message: { readonly message: string | Buffer; readonly udh?: unknown };
  response(fields?: object): ForeignPdu;
};

type Heard = (event: string, listener: (pdu: ForeignPdu) => void) => void;
type Ask = (fields: object, answered: (pdu: ForeignPdu) => void) => void;

type ForeignSession = {
  readonly on: Heard;
  readonly send: (pdu: ForeignPdu) => void;
  readonly bind_transceiver: Ask;
  readonly submit_sm: Ask;
  readonly deliver_sm: Ask;
  readonly enquire_link: Ask;
  readonly unbind: Ask;
  readonly close: () => void;
};

const smpp = createRequire(import.meta.url)('smpp') as {
  createServer(connected: (session: ForeignSession) => void): Server;
  connect(options: { readonly url: string }): ForeignSession;
};

/** An operator that takes every message and reports it delivered. */
async function openForeignOperator() {
  const submits = new Queue<ForeignPdu>();
  const sessions: ForeignSession[] = [];
  const server = smpp.createServer((session) => {
    sessions.push(session);
    session.on('error', () => undefined);
    session.on('bind_transceiver', (pdu) => session.send(pdu.response()));
    session.on('enquire_link', (pdu) => session.send(pdu.response()));
    session.on('unbind', (pdu) => {
      session.send(pdu.response());
      session.close();
    });
    session.on('submit_sm', (pdu) => {
      submits.add(pdu);
      const id = `op-${pdu.destination_addr}`;
      session.send(pdu.response({ message_id: id }));
      const text = `id:${id} sub:001 dlvrd:001 submit date:3001010000 done date:3001010001 stat:DELIVRD err:000 text:`;
      const addresses = { source_addr: pdu.destination_addr, destination_addr: pdu.source_addr };
      session.deliver_sm({ ...addresses, esm_class: 4, short_message: text }, () => undefined);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    submits,
    [Symbol.asyncDispose]: async () => {
      for (const session of sessions) session.close();
      server.close();
      await once(server, 'close');
    },
  };
}

function ask(call: (answered: (pdu: ForeignPdu) => void) => void): Promise<ForeignPdu> {
  return new Promise((resolve) => call(resolve));
}

suite('npm smpp', { timeout: 60_000 }, () => {
  test('as the operator takes a message, short or in parts, and its receipts become webhooks', async () => {
    await using operator = await openForeignOperator();
    await using sink = await openWebhookSink();
    await using app = await openApp();
    const cli = new CommandLine(app.folder);
    cli.input = 'secret';
    const who = ['--name', 'Acme', '--email', 'a@acme.example', '--balance', '10'];
    const { keys } = (await cli.read('account', 'create', ...who)) as {
      keys: readonly { mode: string; bases: readonly string[]; key: string }[];
    };
    const key = keys.find(({ mode, bases }) => mode === 'live' && bases.includes('sms'))?.key;
    const place = ['--host', '127.0.0.1', '--port', String(operator.port), '--system-id', 'P'];
    await cli.read('operator', 'add', '--name', 'foreign', ...place);
    await cli.read('route', 'set', '--prefix', '33', '--operator', 'foreign', '--price', '0.01');
    const send = (phoneNumbers: string, message: string) =>
      app.post('/v1/send', { apiKey: key, phoneNumbers, message, webhookUrl: sink.url });
    let answer = await send('+33612345678', 'Hello {€}');
    // The route is known within a second.
    while (answer.status !== 200) answer = await send('+33612345678', 'Hello {€}');
    const submitted = await operator.submits.next();
    assert.equal(submitted.destination_addr, '33612345678');
    assert.equal(submitted.short_message.message, 'Hello {€}');
    const [webhook] = await sink.until(1);
    assert.match(webhook?.body ?? '', /^\{"status":"delivered","msgId":"\d+",/);
    await send('+33612345679', 'à'.repeat(300));
    const parts = [await operator.submits.next(), await operator.submits.next()];
    assert.ok(
      parts.every(({ esm_class, short_message }) => esm_class === 0x40 && short_message.udh),
    );
    const text = parts.map(({ short_message }) => String(short_message.message)).join('');
    assert.equal(text, 'à'.repeat(300));
  });

  test('as a customer binds, submits, hears its receipt, asks for a sign of life and leaves', async () => {
    await using world = await openCustomerWorld();
    const session = smpp.connect({ url: `smpp://127.0.0.1:${world.port}` });
    const delivered = new Queue<ForeignPdu>();
    session.on('error', () => undefined);
    session.on('deliver_sm', (pdu) => {
      session.send(pdu.response());
      delivered.add(pdu);
    });
    const login = { system_id: systemId, password };
    const bound = await ask((answered) => session.bind_transceiver(login, answered));
    assert.deepEqual([bound.command, bound.command_status], ['bind_transceiver_resp', 0]);
    const message = {
      source_addr: 'Acme',
      source_addr_ton: 5,
      destination_addr: '33639980001',
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      registered_delivery: 1,
      short_message: 'Hello {€}',
    };
    const taken = await ask((answered) => session.submit_sm(message, answered));
    assert.equal(taken.command_status, 0);
    const receipt = await delivered.next();
    assert.equal(receipt.esm_class, 4);
    assert.match(
      String(receipt.short_message.message),
      new RegExp(`^id:${taken.message_id} .*stat:DELIVRD err:000`),
    );
    const alive = await ask((answered) => session.enquire_link({}, answered));
    assert.equal(alive.command, 'enquire_link_resp');
    const left = await ask((answered) => session.unbind({}, answered));
    assert.equal(left.command_status, 0);
    session.close();
  });
});
