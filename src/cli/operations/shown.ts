/** What commands print for people: the texts of each noun by the name of the operation. */
import { accountTexts } from './account-text.ts';
import { addressBookTexts } from './address-book-text.ts';
import { auditTexts } from './audit-text.ts';
import { callTexts } from './call-text.ts';
import { campaignTexts } from './campaign-text.ts';
import { caughtTexts } from './caught-text.ts';
import { clusterTexts } from './cluster-text.ts';
import { domainTexts } from './domain-text.ts';
import { endpointTexts } from './endpoint-text.ts';
import { eventTexts } from './event-text.ts';
import { heldTexts } from './held-text.ts';
import { keyTexts } from './key-text.ts';
import { laneTexts } from './lane-text.ts';
import { limitTexts } from './limit-text.ts';
import { mailTexts } from './mail-text.ts';
import { memberTexts } from './member-text.ts';
import { messageTexts } from './message-text.ts';
import { moneyTexts } from './money-text.ts';
import { numberTexts } from './number-text.ts';
import { operatorTexts } from './operator-text.ts';
import { priceTexts } from './price-text.ts';
import { rentedTexts } from './rented-text.ts';
import { replyTexts } from './reply-text.ts';
import { requestTexts } from './request-text.ts';
import { riskTexts } from './risk-text.ts';
import { routeTexts } from './route-text.ts';
import { serverTexts } from './server-text.ts';
import { valueText } from './shown-value.ts';
import { simulatorTexts } from './simulator-text.ts';
import { smppUserTexts } from './smpp-user-text.ts';
import { stopTexts } from './stop-text.ts';
import { suppressionTexts } from './suppression-text.ts';
import { trunkTexts } from './trunk-text.ts';
import { voicemailTexts } from './voicemail-text.ts';

type AnyText = (answer: unknown) => string;

// Each text takes what the operation of its name answers.
const texts = {
  ...operatorTexts,
  ...priceTexts,
  ...routeTexts,
  ...riskTexts,
  ...accountTexts,
  ...addressBookTexts,
  ...auditTexts,
  ...campaignTexts,
  ...heldTexts,
  ...mailTexts,
  ...keyTexts,
  ...replyTexts,
  ...requestTexts,
  ...laneTexts,
  ...limitTexts,
  ...endpointTexts,
  ...eventTexts,
  ...trunkTexts,
  ...smppUserTexts,
  ...stopTexts,
  ...domainTexts,
  ...clusterTexts,
  ...memberTexts,
  ...messageTexts,
  ...moneyTexts,
  ...numberTexts,
  ...serverTexts,
  ...suppressionTexts,
  ...simulatorTexts,
  ...callTexts,
  ...caughtTexts,
  ...rentedTexts,
  ...voicemailTexts,
} as Readonly<Record<string, AnyText>>;

export function shownAsText(operation: string, answer: object): string {
  if ('table' in answer && typeof answer.table === 'string') return answer.table;
  return (texts[operation] ?? (valueText as AnyText))(answer);
}
