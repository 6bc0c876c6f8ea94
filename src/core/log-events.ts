/**
 * Every line that the log may have, by its name: what is not in this table does not compile. The pages of
 * the documentation are made of it.
 */
import { callsEvents } from './log-events/calls.ts';
import { customersEvents } from './log-events/customers.ts';
import type { LineLevel } from './log-events/log-event.ts';
import { mailEvents } from './log-events/mail.ts';
import { processEvents } from './log-events/process.ts';
import { requestsEvents } from './log-events/requests.ts';
import { securityEvents } from './log-events/security.ts';
import { smsEvents } from './log-events/sms.ts';
import { webhooksEvents } from './log-events/webhooks.ts';

/** In the order in which people read of them. */
export const logSections = [
  { en: 'Requests', fr: 'Requêtes', events: requestsEvents },
  { en: 'Sign-ins and access', fr: 'Connexions et accès', events: securityEvents },
  { en: 'SMS', fr: 'SMS', events: smsEvents },
  {
    en: 'SMPP customers and the built-in operator',
    fr: 'Clients SMPP et opérateur intégré',
    events: customersEvents,
  },
  { en: 'Emails', fr: 'E-mails', events: mailEvents },
  { en: 'Webhooks', fr: 'Webhooks', events: webhooksEvents },
  { en: 'Calls', fr: 'Appels', events: callsEvents },
  { en: 'The process and its storage', fr: 'Le processus et son stockage', events: processEvents },
] as const;

const logEvents = {
  ...requestsEvents,
  ...securityEvents,
  ...smsEvents,
  ...customersEvents,
  ...mailEvents,
  ...webhooksEvents,
  ...callsEvents,
  ...processEvents,
};

type EventName = keyof typeof logEvents;

/** The lines that may be written at a level. */
export type EventAt<Level extends LineLevel> = {
  [Name in EventName]: Level extends (typeof logEvents)[Name]['at'][number] ? Name : never;
}[EventName];
