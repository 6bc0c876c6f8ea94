/**
 * `mail-compose`: what a mail costs to write and sign, in CPU of all threads, beside nodemailer in the same
 * run. Ours has two signatures; nodemailer has one, because that is all it makes.
 */
import { generateKeyPairSync } from 'node:crypto';
import nodemailer from 'nodemailer';
import { must } from '#core/assert.ts';
import { signMail } from '#mail/dkim/sign.ts';
import { composeBody, composeMail, type EmailBody } from '#mail/message/compose.ts';
import type { EmailContent } from '#mail/message/email-content.ts';
import { MailTokens } from '#mail/tokens.ts';

const mailsATurn = 300;
const rounds = 9;
const atMs = Date.UTC(2030, 0, 1);
const htmlOctets = 10_400;

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
const keys = {
  domain: 'example.com',
  rsa: { selector: 's1', key: rsa },
  ed25519: { selector: 'e1', key: generateKeyPairSync('ed25519').privateKey },
};
const tokens = new MailTokens(Buffer.alloc(32, 1));

const paragraph =
  '<tr>\n  <td style="padding: 8px 16px; color: #333333">Votre commande n° 2030-4711 est expédiée. &nbsp;<a href="https://shop.example.com/orders?id=4711&amp;lang=fr">Suivre</a></td>\n</tr>\n';
const page = (greeting: string): string => {
  const rows = paragraph.repeat(Math.floor(htmlOctets / Buffer.byteLength(paragraph)));
  return `<!doctype html>\n<html><body><h1>${greeting}</h1><table>\n${rows}</table></body></html>\n`;
};
const text = 'Votre commande n° 2030-4711 est expédiée.\nhttps://shop.example.com/orders\n'.repeat(
  8,
);

type Contender = { readonly name: string; readonly make: (n: number) => Promise<number> };

export async function runMailCompose(): Promise<boolean> {
  const contenders = [
    await ours('Parley, words in each copy, 2 signatures', page('Bonjour #NAME#')),
    await ours('Parley, one body for all, 2 signatures', page('Bonjour')),
    nodemailers('nodemailer, RSA alone'),
  ];
  const costs = contenders.map((): number[] => []);
  for (let round = -1; round < rounds; round += 1) {
    for (const [at, contender] of contenders.entries()) {
      const costMs = await measure(contender);
      // The first round warms up.
      if (round >= 0) costs[at]?.push(costMs);
    }
  }
  const medians = costs.map((all) => must(all.toSorted((a, b) => a - b)[rounds >> 1], 'median'));
  const peer = must(medians.at(-1), 'cost of nodemailer');
  for (const [at, { name }] of contenders.entries()) {
    const costMs = must(medians[at], 'cost');
    const ratio = `${(costMs / peer).toFixed(2)} of nodemailer`;
    process.stdout.write(`${name.padEnd(42)} ${costMs.toFixed(3)} ms CPU a mail   ${ratio}\n`);
  }
  return medians.every((costMs) => costMs > 0);
}

async function measure({ make }: Contender): Promise<number> {
  const before = process.cpuUsage();
  let octets = 0;
  for (let n = 0; n < mailsATurn; n += 1) octets += await make(n);
  const { user, system } = process.cpuUsage(before);
  must(octets > mailsATurn * htmlOctets || undefined, 'whole mails');
  return (user + system) / 1_000 / mailsATurn;
}

async function ours(name: string, html: string): Promise<Contender> {
  const content: EmailContent = {
    emailId: 7,
    from: { address: 'shop@example.com', name: 'Boutique Élan' },
    subject: 'Votre commande est expédiée',
    html,
    text,
    attachments: [],
    headers: [],
    variables: {},
    dateMs: atMs,
    unsubscribe: { https: 'https://m.example.com/u/{token}', mailto: 'u+{token}@b.example.com' },
    feedback: { account: 7, tag: 'orders' },
  };
  const body = await composeBody(content, () => Promise.resolve(text));
  return { name, make: (n) => makeOurs(content, body, n) };
}

async function makeOurs(content: EmailContent, body: EmailBody, n: number): Promise<number> {
  const to = { address: `ann.${n}@example.net`, name: 'Ann Lee' };
  const copy = { mailId: n, to, variables: { NAME: `Ann & ${n}` } };
  const signed = await signMail(composeMail({ content, body, tokens }, copy), keys, atMs);
  return signed.ok ? signed.size : 0;
}

/** As its documentation shows it, into a buffer instead of a socket. */
function nodemailers(name: string): Contender {
  const transport = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    dkim: {
      domainName: keys.domain,
      keySelector: 's1',
      privateKey: rsa.export({ type: 'pkcs8', format: 'pem' }),
    },
  });
  const list = { unsubscribe: 'https://m.example.com/u/1' };
  return {
    name,
    async make(n) {
      const { message } = await transport.sendMail({
        from: { address: 'shop@example.com', name: 'Boutique Élan' },
        to: { address: `ann.${n}@example.net`, name: 'Ann Lee' },
        subject: 'Votre commande est expédiée',
        html: page(`Bonjour Ann &amp; ${n}`),
        text,
        list,
      });
      return Buffer.isBuffer(message) ? message.length : 0;
    },
  };
}
