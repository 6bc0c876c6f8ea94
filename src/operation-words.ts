/** What people are told of operations, without the operations: the words of all rooms, by noun. */
import { contactWords, groupWords } from '#accounts/address-book/words.ts';
import { auditWords } from '#accounts/audit/words.ts';
import { erasureWords } from '#accounts/erasure-words.ts';
import { keyWords } from '#accounts/keys/words.ts';
import { limitWords } from '#accounts/limits/words.ts';
import { balanceWords, ledgerWords } from '#accounts/money/words.ts';
import { requestWords } from '#accounts/requests/words.ts';
import { subAccountWords } from '#accounts/sub-accounts/words.ts';
import { accountWords } from '#accounts/words.ts';
import { gateWords } from '#core/run-operation.ts';
import type { NounWords, RefusalWords, Sentence } from '#core/words.ts';
import { serverWords } from '#doctor/words.ts';
import { domainWords, senderWords } from '#mail/domains/words.ts';
import { suppressionWords } from '#mail/suppression/words.ts';
import { mailWords } from '#mail/words.ts';
import { callWords } from '#numbers/calls/words.ts';
import { callPriceWords } from '#numbers/prices/words.ts';
import { riskWords } from '#numbers/risks/words.ts';
import { stockWords } from '#numbers/stock/words.ts';
import { trunkWords } from '#numbers/trunks/words.ts';
import { voicemailWords } from '#numbers/voicemail/words.ts';
import { memberWords } from '#people/members/words.ts';
import { personWords } from '#people/words.ts';
import { clusterWords } from '#queue/cluster/words.ts';
import { simulatorWords } from '#simulator/words.ts';
import { campaignWords } from '#sms/campaigns/words.ts';
import { smppUserWords } from '#sms/customers/users/words.ts';
import { replyWords } from '#sms/inbound/words.ts';
import { operatorWords } from '#sms/operators/words.ts';
import { priceWords } from '#sms/prices/words.ts';
import { messageWords } from '#sms/records/words.ts';
import { networkWords, routeWords } from '#sms/routes/words.ts';
import { stopWords } from '#sms/stops/words.ts';
import { laneWords } from '#sms/waiting/words.ts';
import { eventWords } from '#webhooks/deliveries/words.ts';
import { endpointWords } from '#webhooks/endpoints/words.ts';

/** By the first word of the names of their operations. */
const byNoun = {
  operator: operatorWords,
  route: routeWords,
  network: networkWords,
  lane: laneWords,
  message: messageWords,
  reply: replyWords,
  price: priceWords,
  campaign: campaignWords,
  stop: stopWords,
  'smpp-user': smppUserWords,
  'call-price': callPriceWords,
  trunk: trunkWords,
  risk: riskWords,
  number: stockWords,
  call: callWords,
  voicemail: voicemailWords,
  account: accountWords,
  subaccount: subAccountWords,
  key: keyWords,
  request: requestWords,
  limit: limitWords,
  audit: auditWords,
  balance: balanceWords,
  ledger: ledgerWords,
  group: groupWords,
  contact: contactWords,
  erasure: erasureWords,
  mail: mailWords,
  domain: domainWords,
  sender: senderWords,
  suppression: suppressionWords,
  endpoint: endpointWords,
  event: eventWords,
  cluster: clusterWords,
  member: memberWords,
  person: personWords,
  simulator: simulatorWords,
  config: serverWords,
  diagnostics: serverWords,
  doctor: serverWords,
} as const;

const nouns: Readonly<Record<string, NounWords>> = byNoun;

type Noun = (typeof byNoun)[keyof typeof byNoun];
type KeysOf<Union> = Union extends unknown ? keyof Union : never;

function merged<Member extends 'does' | 'refusals', Value>(member: Member) {
  return Object.assign({}, ...Object.values(nouns).map((noun) => noun[member])) as Readonly<
    Record<KeysOf<Noun[Member]>, Value>
  >;
}

export const operationRefusals = {
  ...gateWords,
  ...merged<'refusals', RefusalWords>('refusals'),
};

/** What each operation does, by its name. */
export const operationSentences = merged<'does', Sentence>('does');

/** Of the noun of an operation: the same name may be asked for differently elsewhere. */
export function operationFields(name: string): NounWords['fields'] {
  return nouns[name.split(' ')[0] ?? '']?.fields ?? {};
}
