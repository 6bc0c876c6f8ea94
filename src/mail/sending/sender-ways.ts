/** As whom mails are sent, and in which lane they wait. */
import { domainOf } from '#core/email-address.ts';
import { ownerOf } from '#queue/lane.ts';
import { catcherOwner } from '../delivery/mail-lane.ts';
import type { MailRoutes } from '../delivery/mail-routes.ts';
import type { SendingDomains } from '../domains/sending-domains.ts';
import type { EmailSenderPorts } from './email-sender.ts';
import type { NoticePorts } from './notice-mailer.ts';

export type MailWays = Pick<EmailSenderPorts, 'laneOf' | 'chooseSender' | 'staysHere'>;

export function mailWays(
  { mail }: { readonly mail: { readonly mode: 'catcher' | 'relay' | 'direct' } },
  domains: SendingDomains,
  routes: Pick<MailRoutes, 'laneOf'>,
): MailWays {
  const laneOf: MailWays['laneOf'] = ({ sender: from, isCaught, ...place }) => {
    const fromDomain = domainOf(from);
    const staysHere = isCaught || domains.staysHere(place.accountId, fromDomain);
    return routes.laneOf({ ...place, isCaught: staysHere });
  };
  return {
    laneOf,
    staysHere: (place) =>
      ownerOf(laneOf({ ...place, urgency: 'normal', isCaught: false })) === catcherOwner,
    // In mode `catcher` nothing leaves this machine, so that any sender will do.
    chooseSender: (wish) =>
      domains.chooseSender({ ...wish, isCaught: wish.isCaught || mail.mode === 'catcher' }),
  };
}

export function noticeWays(
  ...asked: Parameters<typeof mailWays>
): Pick<NoticePorts, 'laneOf' | 'senderOf'> {
  const { laneOf, chooseSender } = mailWays(...asked);
  return {
    laneOf,
    async senderOf(accountId, isCaught) {
      const chosen = await chooseSender({ accountId, from: undefined, isCaught });
      return chosen.ok ? chosen.from : undefined;
    },
  };
}
