/** Debian's Postfix on a port and a folder of its own: a mail server that nobody here wrote, in its strict mood. */
import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '#core/clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);
const certificates = path.join(import.meta.dirname, '..', '..', 'fixtures', 'tls');

/** Why a test with it is skipped; false where it is not. */
export async function withoutPostfix(): Promise<string | false> {
  if (process.getuid?.() !== 0) return 'Postfix starts as root alone';
  try {
    await run('postconf', ['-h', 'mail_version']);
    return false;
  } catch {
    return 'Postfix is not installed (apt-get install postfix)';
  }
}

type Mailboxes = readonly string[];

export class Postfix implements AsyncDisposable {
  readonly port: number;
  readonly #home: string;
  readonly #stack: AsyncDisposableStack;

  private constructor(port: number, home: string, stack: AsyncDisposableStack) {
    this.port = port;
    this.#home = home;
    this.#stack = stack;
  }

  /** Takes mail of these mailboxes at example.net, and refuses all others; or gives all to a relay. */
  static async start(mailboxes: Mailboxes, port: number, relayPort?: number): Promise<Postfix> {
    await using stack = new AsyncDisposableStack();
    const home = stack.use(temporaryFolder()).path;
    await writeConfiguration(home, mailboxes, { port, relayPort });
    const postfix = new Postfix(port, home, stack.move());
    await postfix.control('start');
    return postfix;
  }

  async control(command: 'start' | 'stop' | 'abort'): Promise<void> {
    await run('postfix', ['-c', path.join(this.#home, 'etc'), command]);
  }

  /** What a mailbox has got, as it was written there, once so many are there. */
  async mails(mailbox: string, count: number): Promise<readonly string[]> {
    return this.mailsOnce(mailbox, (texts) => texts.length >= count);
  }

  /** What a mailbox has got, once this holds of it. */
  async mailsOnce(
    mailbox: string,
    isEnough: (texts: readonly string[]) => boolean,
  ): Promise<readonly string[]> {
    const folder = path.join(this.#home, 'mail', mailbox, 'new');
    for (;;) {
      const names = await readdir(folder).catch(() => []);
      const texts = await Promise.all(
        names.map((name) => readFile(path.join(folder, name), 'latin1')),
      );
      if (isEnough(texts)) return texts;
      await systemClock.sleep(50);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.control('abort').catch(() => undefined);
    await this.#stack.disposeAsync();
  }
}

async function writeConfiguration(
  home: string,
  mailboxes: Mailboxes,
  { port, relayPort }: { readonly port: number; readonly relayPort: number | undefined },
): Promise<void> {
  const { stdout } = await run('id', ['-u', 'postfix']);
  const uid = Number(stdout.trim());
  for (const name of ['etc', 'queue', 'data', 'mail']) await mkdir(path.join(home, name));
  // Its daemons run as that user.
  await run('chmod', ['755', home]);
  for (const name of ['data', 'mail']) await chown(path.join(home, name), uid, uid);
  const maps = mailboxes.map((name) => `{${name}@example.net = ${name}/}`).join(', ');
  const settings = [
    'compatibility_level = 3.6',
    `queue_directory = ${home}/queue`,
    `data_directory = ${home}/data`,
    'mail_owner = postfix',
    'myhostname = mx.example.net',
    'mydestination =',
    'inet_interfaces = 127.0.0.1',
    'mynetworks =',
    relayPort === undefined
      ? 'virtual_mailbox_domains = example.net'
      : `relay_domains = example.net\nrelayhost = [127.0.0.1]:${relayPort}`,
    `virtual_mailbox_base = ${home}/mail`,
    `virtual_mailbox_maps = inline:{ ${maps} }`,
    `virtual_uid_maps = static:${uid}`,
    `virtual_gid_maps = static:${uid}`,
    `virtual_minimum_uid = ${uid}`,
    'virtual_alias_maps =',
    'smtpd_relay_restrictions = reject_unauth_destination',
    'strict_rfc821_envelopes = yes',
    'smtpd_forbid_bare_newline = yes',
    'smtpd_forbid_unauth_pipelining = yes',
    'smtpd_helo_required = yes',
    'message_size_limit = 1000000',
    'smtpd_tls_security_level = may',
    `smtpd_tls_cert_file = ${certificates}/receiver.cert.pem`,
    `smtpd_tls_key_file = ${certificates}/receiver.key.pem`,
  ];
  const services = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'virtual unix - n n - - virtual',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'anvil unix - - n - 1 anvil',
    'proxymap unix - - n - - proxymap',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'discard unix - - n - - discard',
    'pickup unix n - n 60 1 pickup',
    'scache unix - - n - 1 scache',
    'smtp unix - - n - - smtp',
    'relay unix - - n - - smtp',
    'flush unix n - n 1000? 0 flush',
    'trace unix - - n - 0 bounce',
    'verify unix - - n - 1 verify',
    'showq unix n - n - - showq',
  ];
  await writeFile(path.join(home, 'etc', 'main.cf'), `${settings.join('\n')}\n`);
  await writeFile(path.join(home, 'etc', 'master.cf'), `${services.join('\n')}\n`);
}
