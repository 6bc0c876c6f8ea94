/** The people who sign in, on the storage and the settings of the installation. */
import { isLoopback } from '#api/http/connections.ts';
import type { Config } from '#config.ts';
import type { NoticeMailer } from '#mail/sending/notice-mailer.ts';
import { browserKeyUse } from '#people/known-browsers.ts';
import { challengeKeyUse } from '#people/passkeys/challenges.ts';
import { People } from '#people/people.ts';
import type { Mailer } from '#people/post.ts';
import type { Common } from './common.ts';

export function openPeople(
  { config, storage, sealer, clock, log }: Common,
  notices: Pick<NoticeMailer, 'send'> | undefined,
): People {
  return new People(
    {
      onlyThisMachine: isOnlyThisMachine(config),
      hostNames: hostNames(config),
      needsSecondFactor: config.mfa === 'required' || config.publicUrl !== undefined,
      publicUrl: config.publicUrl,
      isShared: !storage.isSole,
    },
    {
      ...storage,
      sealer,
      clock,
      log,
      browserKey: sealer.deriveKey(browserKeyUse),
      challengeKey: sealer.deriveKey(challengeKeyUse),
      mailer: notices && mailerOf(notices, { config, storage }),
    },
  );
}

/**
 * Where there is no public URL, links are given by hand. In mode `catcher` letters are caught like all
 * mail, and nobody is told that one is on its way.
 */
export function mailerOf(
  notices: Pick<NoticeMailer, 'send'>,
  { config, storage }: Pick<Common, 'config' | 'storage'>,
): Mailer | undefined {
  if (config.publicUrl === undefined) return undefined;
  return {
    leaves: config.mail.mode !== 'catcher',
    async send({ to, accountId, link, ...mail }) {
      const account = await storage.accounts.findAccount(accountId);
      if (account === undefined) return false;
      const reply = await notices.send({
        ...mail,
        ...(link && { secrets: { LINK: link.address }, validUntilMs: link.endsAtMs }),
        accountId,
        currency: account.currency,
        to: { address: to, name: '' },
        attachments: [],
        isTest: false,
      });
      return reply.ok;
    },
  };
}

/** Nobody else can try passwords, or take a session away. */
function isOnlyThisMachine({ hosts, publicUrl }: Config): boolean {
  return publicUrl === undefined && hosts.every((host) => host === 'localhost' || isLoopback(host));
}

function hostNames({ publicUrl }: Config): readonly string[] {
  const url = publicUrl === undefined ? null : URL.parse(publicUrl);
  return url === null ? [] : [url.hostname];
}
