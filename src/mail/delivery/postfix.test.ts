/** Against Debian's Postfix: windows of BDAT, refusals inside them, STARTTLS, and a server that is killed. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { MailWorld } from '#test/harness/mail-world.ts';
import { Postfix, withoutPostfix } from '#test/harness/postfix.ts';
import type { OwedMail } from './delivery-store.ts';
import { relayRoute } from './fixed-routes.ts';
import { relayOwner } from './mail-lane.ts';
import type { MadeMail } from './mail-maker.ts';

const skip = await withoutPostfix();
const resolver = { resolve: async (name: string) => ({ addresses: [name], ttlS: 60 }) };

function relayTo({ port }: Postfix, tls: 'never' | 'required') {
  const server = {
    host: '127.0.0.1',
    port,
    implicitTls: false,
    tls,
    user: undefined,
    password: '',
  };
  const route = relayRoute({ servers: [server], resolver, helloName: 'out.example.com' });
  return (owner: string) => (owner === relayOwner ? route : undefined);
}

/** With lines that begin with dots, and the size that is asked for. */
function textOf({ mailId }: OwedMail, bytes: number): string {
  const line = `.a line of mail ${mailId}, `.padEnd(76, 'x');
  const body = `${line}\r\n`.repeat(Math.ceil(bytes / 78));
  return `From: shop@example.com\r\nTo: ada@example.net\r\nSubject: mail ${mailId}\r\nMessage-ID: <${mailId}@example.com>\r\nDate: Tue, 01 Jan 2030 00:00:00 +0000\r\nX-Mark: ours\r\n\r\n${body}`;
}

function maker(bytesOf: (mailId: number) => number) {
  return async (mail: OwedMail): Promise<MadeMail> => {
    const octets = [Buffer.from(textOf(mail, bytesOf(mail.mailId)))];
    return {
      ok: true,
      sender: `b+${mail.mailId}@b.example.com`,
      recipient: mail.address,
      octets,
      bytes: Buffer.concat(octets).length,
      needsSmtpUtf8: false,
      fromDomain: 'example.com',
    };
  };
}

const mailIdOf = (text: string): number => Number(/^Message-ID: <(\d+)@/m.exec(text)?.[1]);
const queueIdOf = (text: string): string | undefined => /E?SMTPS? id (\w+)/.exec(text)?.[1];

suite('with Postfix', { skip }, () => {
  test('mails arrive octet for octet, in clear and by TLS, small and large', async () => {
    await using postfix = await Postfix.start(['ada'], await freeTcpPort());
    const sizes = [100, 60_000, 70_000, 600_000];
    const make = maker((mailId) => sizes[mailId % sizes.length] ?? 0);
    for (const [round, tls] of (['never', 'required'] as const).entries()) {
      await using world = await new MailWorld({ routeOf: relayTo(postfix, tls), make }).start();
      for (let n = 0; n < 40; n += 1) world.send({ address: 'ada@example.net' });
      assert.deepEqual(await world.settled(40), Array(40).fill('sent'));
      const security = new Set(world.store.settled.map(({ attempt }) => attempt?.tls));
      assert.match(
        [...security].join(),
        tls === 'never' ? /^in clear$/ : /^TLSv1\.3 \S+, unverified$/,
      );
      const mails = await postfix.mails('ada', 40 * (round + 1));
      for (let mailId = 1; mailId <= 40; mailId += 1) {
        const sent = textOf({ mailId } as OwedMail, sizes[mailId % sizes.length] ?? 0);
        const arrived = mails.filter((mail) => mail.endsWith(sent.replaceAll('\r\n', '\n')));
        assert.equal(arrived.length, round + 1, `mail ${mailId}`);
      }
    }
  });

  test('refused recipients inside a window leave their neighbours as they are', async () => {
    await using postfix = await Postfix.start(['ada'], await freeTcpPort());
    const make = maker((mailId) => (mailId % 5 === 0 ? 80_000 : 500));
    await using world = await new MailWorld({ routeOf: relayTo(postfix, 'never'), make }).start();
    for (let n = 0; n < 60; n += 1) {
      world.send({ address: n % 3 === 0 ? 'nobody@example.net' : 'ada@example.net' });
    }
    const settled = await world.settled(60);
    assert.equal(settled.filter((one) => one === 'sent').length, 40);
    assert.equal(settled.filter((one) => one === 'bounced mailbox-unknown').length, 20);
    assert.ok(!world.lines.some(({ event }) => event === 'mail.out_of_step'));
    assert.equal((await postfix.mails('ada', 40)).length, 40);
  });

  test('a mail above its size is refused before it is sent', async () => {
    await using postfix = await Postfix.start(['ada'], await freeTcpPort());
    await using world = await new MailWorld({
      routeOf: relayTo(postfix, 'never'),
      make: maker(() => 1_100_000),
    }).start();
    world.send({ address: 'ada@example.net' });
    assert.deepEqual(await world.settled(1), ['bounced too-big']);
  });

  test('killed in the middle of windows it loses no mail, and gets few twice', async () => {
    await using postfix = await Postfix.start(['ada'], await freeTcpPort());
    const make = maker(() => 5_000);
    await using world = await new MailWorld({ routeOf: relayTo(postfix, 'never'), make }).start();
    for (let n = 0; n < 400; n += 1) world.send({ address: 'ada@example.net' });
    await world.until(({ settled }) => settled.length >= 50);
    await postfix.control('abort');
    await postfix.control('start');
    const isDone = (): boolean => {
      const { settled } = world.store;
      const sent = settled.filter(({ fact }) => fact?.kind === 'sent').length;
      const inDoubt = settled.filter(({ attempt }) => attempt?.outcome === 'in-doubt').length;
      return sent + inDoubt >= 400;
    };
    await world.until(isDone);
    const inDoubt = world.store.settled.filter(({ attempt }) => attempt?.outcome === 'in-doubt');
    assert.ok(inDoubt.length <= 5 * 16, `${inDoubt.length} in doubt`);
    const doubtful = new Set(inDoubt.map(({ attempt }) => attempt?.mailId));
    const certain = Array.from({ length: 400 }, (_, n) => n + 1).filter((id) => !doubtful.has(id));
    // A doubtful mail may have arrived too, so a count alone would not say that the others are there.
    const mails = await postfix.mailsOnce('ada', (texts) => {
      const ids = new Set(texts.map(mailIdOf));
      return certain.every((id) => ids.has(id));
    });
    // Postfix may write one twice that it took once, where it is killed: those have one queue id.
    const taken = new Set(mails.map((text) => `${mailIdOf(text)} ${queueIdOf(text)}`));
    assert.equal(taken.size, new Set(mails.map(mailIdOf)).size, 'none was given twice');
  });
});
