/** Parley as a sender of emails: an account with a live key and a verified sender, and a relay that takes all. */
import { must } from '#core/assert.ts';
import { type Place, runCommand, type Served, serveParley } from '../parley.ts';

export type InstalledMail = Place & { readonly key: string };

type CreatedAccount = {
  readonly account: { readonly id: number };
  readonly keys: readonly {
    readonly mode: string;
    readonly bases: readonly string[];
    readonly key: string;
  }[];
};

export async function installMail(folder: string): Promise<InstalledMail> {
  const place = { folder };
  const owner = ['--name', 'bench', '--email', 'bench@example.com'];
  const created = await runCommand(place, ['account create', ...owner, '--balance', 1_000_000]);
  const { account, keys } = created as CreatedAccount;
  await runCommand(place, ['sender add', 'shop@example.com', '--account', account.id]);
  // Its keys sign, although nobody has proved it: the sender is.
  await runCommand(place, ['domain add', 'example.com', '--account', account.id]);
  const opening = keys.find(({ mode, bases }) => mode === 'live' && bases.includes('email'));
  return { folder, key: must(opening, 'live key for email').key };
}

export function serveMail(
  place: Place,
  { port = 0, sinkPort }: { readonly port?: number; readonly sinkPort: number },
): Promise<Served> {
  return serveParley(place, {
    port,
    environment: {
      PARLEY_MAIL_MODE: 'relay',
      PARLEY_MAIL_RELAY: `smtp://127.0.0.1:${sinkPort}`,
      PARLEY_MAIL_CATCHER_PORT: '0',
    },
  });
}
