/** All ways into the whole program. */

import { dns } from './sockets/dns.ts';
import type { Driver } from './sockets/driver.ts';
import { http } from './sockets/http.ts';
import { smtpOut, webhooks } from './sockets/outward.ts';
import { phoneLine } from './sockets/phone-line.ts';
import { rtpPort } from './sockets/rtp.ts';
import { sipTcp, sipTls, sipUdp } from './sockets/sip.ts';
import { smppClient, smppServer } from './sockets/smpp.ts';
import { smtpIn } from './sockets/smtp-in.ts';

/** Audio first: the calls that SIP has begun hold all ports for a while. */
export const drivers: readonly Driver[] = [
  http,
  phoneLine,
  smppServer,
  smppClient,
  smtpIn,
  rtpPort,
  sipUdp,
  sipTcp,
  sipTls,
  smtpOut,
  dns,
  webhooks,
];
