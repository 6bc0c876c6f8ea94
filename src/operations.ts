/** All operations: what the dashboard's API, the command line, the OpenAPI document and the pages' calls are made of. */
import type { z } from 'zod';
import {
  createAccount,
  listAccounts,
  setAccount,
  showAccount,
  topUpAccount,
} from '#accounts/account-operations.ts';
import { setSettings, showSettings } from '#accounts/account-settings.ts';
import {
  addContact,
  listContacts,
  removeContact,
  setContact,
} from '#accounts/address-book/contact-operations.ts';
import { importContacts, planContacts } from '#accounts/address-book/contact-table.ts';
import {
  addGroup,
  listGroups,
  removeGroup,
  renameGroup,
} from '#accounts/address-book/group-operations.ts';
import { contactWords, groupWords } from '#accounts/address-book/words.ts';
import {
  exportAccountAudit,
  exportAudit,
  listAccountAudit,
  listAudit,
  totalAccountAudit,
  totalAudit,
  verifyAudit,
} from '#accounts/audit/audit-operations.ts';
import { auditWords } from '#accounts/audit/words.ts';
import { makeErasure, previewErasure } from '#accounts/erasure-operations.ts';
import { erasureWords } from '#accounts/erasure-words.ts';
import { showStart, showToday } from '#accounts/home-operations.ts';
import {
  createApiKey,
  importKey,
  listKeys,
  revokeKey,
  setKey,
} from '#accounts/keys/key-operations.ts';
import { keyWords } from '#accounts/keys/words.ts';
import { listHeldMessages, releaseHeldMessages } from '#accounts/limits/held-messages.ts';
import {
  listLimits,
  removeLimit,
  resetLimits,
  setLimit,
} from '#accounts/limits/limit-operations.ts';
import { limitWords } from '#accounts/limits/words.ts';
import { refillTestMoney, setAlertLevel, showBalance } from '#accounts/money/balance-operations.ts';
import { listLedger, listSpending } from '#accounts/money/ledger-operations.ts';
import { exportLedger, exportPrices } from '#accounts/money/money-tables.ts';
import { showPrices } from '#accounts/money/own-prices.ts';
import { balanceWords, ledgerWords } from '#accounts/money/words.ts';
import { listRequests, showRequest } from '#accounts/requests/request-operations.ts';
import { requestWords } from '#accounts/requests/words.ts';
import { searchAccount } from '#accounts/search/search-operation.ts';
import { spendingStatistics } from '#accounts/statistics/spending-statistics.ts';
import {
  createSubAccount,
  listSubAccounts,
  moveCredit,
  removeSubAccount,
} from '#accounts/sub-accounts/sub-account-operations.ts';
import { subAccountWords } from '#accounts/sub-accounts/words.ts';
import { accountWords } from '#accounts/words.ts';
import type { Operation } from '#core/operation.ts';
import { type GatePorts, gateWords } from '#core/run-operation.ts';
import type { NounWords, RefusalWords, Sentence } from '#core/words.ts';
import { examineServer, serverSettings, takeDiagnostics } from '#doctor/server-operations.ts';
import { serverWords } from '#doctor/words.ts';
import {
  clearCaughtMails,
  listCaughtMails,
  showCaughtHtml,
  showCaughtMail,
  showCaughtSource,
  takeCaughtFile,
} from '#mail/catcher/caught-operations.ts';
import {
  listOwnCaught,
  showOwnCaught,
  showOwnHtml,
  showOwnSource,
  takeOwnFile,
} from '#mail/catcher/own-caught-operations.ts';
import { releaseCaughtMail } from '#mail/catcher/release-operation.ts';
import { holdMails, limitMails, mailQueue, resumeMails } from '#mail/delivery/queue-operations.ts';
import {
  addDomain,
  checkDomain,
  keepDomain,
  listAllDomains,
  listDomains,
  removeDomain,
  rotateDomain,
  showDomain,
} from '#mail/domains/domain-operations.ts';
import {
  addSender,
  listAllSenders,
  listSenders,
  removeSender,
  setDefaultSender,
} from '#mail/domains/sender-operations.ts';
import { domainWords, senderWords } from '#mail/domains/words.ts';
import { exportMailStatistics, mailStatistics } from '#mail/figures/mail-statistics.ts';
import { cancelEmail, listAllEmails, showEmail, tellMail } from '#mail/sending/email-operations.ts';
import { exportEmails, listEmails, totalEmails } from '#mail/sending/email-records.ts';
import { listHeldMails, releaseHeldMails } from '#mail/sending/held-mails.ts';
import { resendMail } from '#mail/sending/resend-operation.ts';
import { previewMail, sendMail, showDraft } from '#mail/sending/send-operations.ts';
import {
  addSuppressions,
  exportSuppressions,
  importSuppressions,
  listSuppressions,
  releaseSuppressions,
} from '#mail/suppression/suppression-operations.ts';
import { suppressionWords } from '#mail/suppression/words.ts';
import { mailWords } from '#mail/words.ts';
import { exportCalls, listCalls, showCall, totalCalls } from '#numbers/calls/call-operations.ts';
import { callCountries, listAllCalls, traceCall } from '#numbers/calls/whole-call-operations.ts';
import { callWords } from '#numbers/calls/words.ts';
import { forwardNumber, ringNumber } from '#numbers/forwarding/forward-operations.ts';
import {
  listCallPrices,
  removeCallPrice,
  setCallPrice,
} from '#numbers/prices/call-price-operations.ts';
import { callPriceWords } from '#numbers/prices/words.ts';
import {
  exportRented,
  giveBack,
  listAvailable,
  listRented,
  rent,
  showNumber,
} from '#numbers/rental/rental-operations.ts';
import { addRisk, listRisks, removeRisk } from '#numbers/risks/risk-operations.ts';
import { riskWords } from '#numbers/risks/words.ts';
import {
  addNumber,
  listNumbers,
  releaseNumber,
  setNumber,
} from '#numbers/stock/stock-operations.ts';
import { stockWords } from '#numbers/stock/words.ts';
import {
  addTrunk,
  listTrunks,
  pauseTrunk,
  removeTrunk,
  resumeTrunk,
  setTrunk,
  showTrunk,
} from '#numbers/trunks/trunk-operations.ts';
import { showTrace, startTrace, stopTrace } from '#numbers/trunks/trunk-trace-operations.ts';
import { trunkWords } from '#numbers/trunks/words.ts';
import {
  playGreeting,
  playVoicemail,
  removeGreeting,
  saveGreeting,
} from '#numbers/voicemail/sound-operations.ts';
import {
  deleteVoicemail,
  exportVoicemails,
  listAllVoicemails,
  listVoicemails,
  markVoicemail,
  showVoicemail,
} from '#numbers/voicemail/voicemail-operations.ts';
import { voicemailWords } from '#numbers/voicemail/words.ts';
import {
  askForAddress,
  cancelAddressChange,
  confirmAddress,
  showAddressChange,
} from '#people/address-operations.ts';
import {
  askForPasskey,
  askForReset,
  beginByPasskey,
  beginSession,
  confirmByPasskey,
  confirmPerson,
  lookAtLink,
  lookAtSignIn,
  openLink,
  setForgottenPassword,
  setUp,
  signOut,
  takeLink,
} from '#people/entry-operations.ts';
import {
  addApp,
  listFactors,
  proposeApp,
  removeApp,
  renewCodes,
} from '#people/factor-operations.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  setMe,
  setPassword,
  showMe,
  showOwnAccount,
} from '#people/me-operations.ts';
import {
  inviteMember,
  listMembers,
  removeMember,
  setMember,
  withdrawInvitation,
} from '#people/members/member-operations.ts';
import { memberWords } from '#people/members/words.ts';
import {
  addPasskey,
  proposeLinkPasskey,
  proposePasskey,
  proposeSetupPasskey,
  removePasskey,
  renamePasskey,
} from '#people/passkeys/passkey-operations.ts';
import { beginView, endView } from '#people/view-operations.ts';
import { personWords } from '#people/words.ts';
import { drainProcess, resumeProcess, showCluster } from '#queue/cluster/cluster-operations.ts';
import { clusterWords } from '#queue/cluster/words.ts';
import { orderInspector, showInspector } from '#simulator/inspector-operations.ts';
import { callByPhone } from '#simulator/phone-line/line-operation.ts';
import {
  failOperator,
  listPhones,
  listSimulatedNumbers,
  moveClock,
  switchPhone,
  writeOnPhone,
} from '#simulator/simulator-operations.ts';
import { simulatorWords } from '#simulator/words.ts';
import {
  addCampaign,
  cancelCampaign,
  listCampaigns,
  pauseCampaign,
  resumeCampaign,
  showCampaign,
} from '#sms/campaigns/campaign-operations.ts';
import { previewCampaign } from '#sms/campaigns/preview-operation.ts';
import { campaignWords } from '#sms/campaigns/words.ts';
import {
  createSmppUser,
  listSmppUsers,
  removeSmppUser,
  setSmppUser,
} from '#sms/customers/users/user-operations.ts';
import { smppUserWords } from '#sms/customers/users/words.ts';
import { listReplies, readThread } from '#sms/inbound/reply-operations.ts';
import { replyWords } from '#sms/inbound/words.ts';
import { operatorBinds, traceOperator } from '#sms/operators/operator-binds.ts';
import {
  addOperator,
  drainOperator,
  listOperators,
  pauseOperator,
  removeOperator,
  rerouteOperator,
  resumeOperator,
  setOperator,
  showOperator,
  tryOperator,
} from '#sms/operators/operator-operations.ts';
import { operatorWords } from '#sms/operators/words.ts';
import { listPrices, removePrice, setPrice } from '#sms/prices/price-operations.ts';
import { importPrices, planPrices } from '#sms/prices/price-table.ts';
import { priceWords } from '#sms/prices/words.ts';
import { exportMessages } from '#sms/records/message-export.ts';
import {
  cancelOneMessage,
  listMessages,
  showMessage,
  totalMessages,
} from '#sms/records/message-operations.ts';
import { exportMessageStatistics, messageStatistics } from '#sms/records/message-statistics.ts';
import { messageStory } from '#sms/records/story-operation.ts';
import { messageWords } from '#sms/records/words.ts';
import { explain } from '#sms/routes/explain-operation.ts';
import { exportRoutes, listRoutes, removeRoutes, setRoute } from '#sms/routes/route-operations.ts';
import { importNetworks, importRoutes, planRoutes } from '#sms/routes/route-table.ts';
import { networkWords, routeWords } from '#sms/routes/words.ts';
import { resendMessage } from '#sms/sending/resend-operation.ts';
import { previewMessage, sendMessage } from '#sms/sending/send-operations.ts';
import { addStops, exportStops, listStops, removeStop } from '#sms/stops/stop-operations.ts';
import { stopWords } from '#sms/stops/words.ts';
import { listLanes, pauseLane, resumeLane } from '#sms/waiting/lane-operations.ts';
import { cancelTexts, listTasks, moveTexts, stopTask } from '#sms/waiting/task-operations.ts';
import { moveTime } from '#sms/waiting/test-time.ts';
import { laneWords } from '#sms/waiting/words.ts';
import { listAttempts, listDeliveries } from '#webhooks/deliveries/attempt-operations.ts';
import {
  listEvents,
  replayEvent,
  showOneEvent,
  totalEvents,
} from '#webhooks/deliveries/event-operations.ts';
import { endpointFigures } from '#webhooks/deliveries/figure-operation.ts';
import { listRecent } from '#webhooks/deliveries/recent-operation.ts';
import {
  cancelReplay,
  listReplays,
  replayEndpoint,
} from '#webhooks/deliveries/replay-operations.ts';
import { eventWords } from '#webhooks/deliveries/words.ts';
import { pauseEndpoint, resumeEndpoint, skipEvent } from '#webhooks/endpoints/endpoint-holding.ts';
import {
  addEndpoint,
  listEndpoints,
  removeEndpoint,
  setEndpoint,
  showEndpoint,
} from '#webhooks/endpoints/endpoint-operations.ts';
import {
  revokeSecrets,
  rotateSecret,
  showSecret,
  testEndpoint,
} from '#webhooks/endpoints/endpoint-secrets.ts';
import { signEndpoint } from '#webhooks/endpoints/endpoint-signing.ts';
import { endpointWords } from '#webhooks/endpoints/words.ts';
import { followEvents } from '#webhooks/live/live-operation.ts';
import {
  checkRequest,
  clearInspected,
  listInspected,
  showInspected,
} from '#webhooks/management/inspected-operations.ts';

const list = [
  addOperator,
  listOperators,
  showOperator,
  setOperator,
  pauseOperator,
  drainOperator,
  rerouteOperator,
  resumeOperator,
  removeOperator,
  tryOperator,
  listRoutes,
  exportRoutes,
  setRoute,
  removeRoutes,
  planRoutes,
  importRoutes,
  explain,
  importNetworks,
  listLanes,
  pauseLane,
  resumeLane,
  cancelTexts,
  moveTexts,
  listTasks,
  stopTask,
  listPrices,
  setPrice,
  removePrice,
  planPrices,
  importPrices,
  listCallPrices,
  setCallPrice,
  removeCallPrice,
  listTrunks,
  showTrunk,
  addTrunk,
  setTrunk,
  pauseTrunk,
  resumeTrunk,
  removeTrunk,
  startTrace,
  stopTrace,
  showTrace,
  createAccount,
  listAccounts,
  showAccount,
  topUpAccount,
  setAccount,
  searchAccount,
  showSettings,
  setSettings,
  createSubAccount,
  listSubAccounts,
  moveCredit,
  removeSubAccount,
  listKeys,
  createApiKey,
  importKey,
  setKey,
  revokeKey,
  listRequests,
  showRequest,
  listLimits,
  setLimit,
  removeLimit,
  resetLimits,
  listHeldMessages,
  releaseHeldMessages,
  listHeldMails,
  releaseHeldMails,
  mailQueue,
  holdMails,
  resumeMails,
  limitMails,
  listAllEmails,
  listEmails,
  totalEmails,
  exportEmails,
  showEmail,
  tellMail,
  cancelEmail,
  listOwnCaught,
  showOwnCaught,
  showOwnHtml,
  showOwnSource,
  takeOwnFile,
  listCaughtMails,
  showCaughtMail,
  showCaughtHtml,
  showCaughtSource,
  takeCaughtFile,
  clearCaughtMails,
  mailStatistics,
  exportMailStatistics,
  listRisks,
  addRisk,
  removeRisk,
  listAudit,
  totalAudit,
  exportAudit,
  listAccountAudit,
  totalAccountAudit,
  exportAccountAudit,
  verifyAudit,
  showBalance,
  setAlertLevel,
  refillTestMoney,
  listLedger,
  exportLedger,
  listSpending,
  spendingStatistics,
  showPrices,
  exportPrices,
  listEndpoints,
  showEndpoint,
  addEndpoint,
  setEndpoint,
  removeEndpoint,
  pauseEndpoint,
  resumeEndpoint,
  skipEvent,
  showSecret,
  rotateSecret,
  revokeSecrets,
  testEndpoint,
  signEndpoint,
  endpointFigures,
  listAttempts,
  listDeliveries,
  listEvents,
  totalEvents,
  showOneEvent,
  listRecent,
  replayEvent,
  replayEndpoint,
  listReplays,
  cancelReplay,
  listGroups,
  addGroup,
  renameGroup,
  removeGroup,
  listContacts,
  addContact,
  setContact,
  removeContact,
  planContacts,
  importContacts,
  listMessages,
  totalMessages,
  exportMessages,
  messageStatistics,
  exportMessageStatistics,
  showMessage,
  messageStory,
  cancelOneMessage,
  listReplies,
  readThread,
  addCampaign,
  listCampaigns,
  showCampaign,
  pauseCampaign,
  resumeCampaign,
  cancelCampaign,
  listStops,
  exportStops,
  addStops,
  removeStop,
  listSuppressions,
  addSuppressions,
  releaseSuppressions,
  importSuppressions,
  exportSuppressions,
  listNumbers,
  addNumber,
  setNumber,
  releaseNumber,
  listRented,
  exportRented,
  showNumber,
  listAvailable,
  rent,
  giveBack,
  forwardNumber,
  ringNumber,
  saveGreeting,
  removeGreeting,
  playGreeting,
  listCalls,
  totalCalls,
  exportCalls,
  showCall,
  listAllCalls,
  traceCall,
  callCountries,
  listVoicemails,
  exportVoicemails,
  listAllVoicemails,
  showVoicemail,
  playVoicemail,
  markVoicemail,
  deleteVoicemail,
  showCluster,
  drainProcess,
  resumeProcess,
  listDomains,
  listAllDomains,
  addDomain,
  showDomain,
  checkDomain,
  rotateDomain,
  keepDomain,
  removeDomain,
  listSenders,
  listAllSenders,
  addSender,
  setDefaultSender,
  removeSender,
  listSmppUsers,
  createSmppUser,
  setSmppUser,
  removeSmppUser,
  listMembers,
  inviteMember,
  withdrawInvitation,
  setMember,
  removeMember,
  listSimulatedNumbers,
  listPhones,
  switchPhone,
  failOperator,
  moveClock,
  moveTime,
  showInspector,
  orderInspector,
  listInspected,
  showInspected,
  clearInspected,
] as const;

/** They ask what only a running server knows. */
const listOfServers = [
  operatorBinds,
  traceOperator,
  serverSettings,
  examineServer,
  takeDiagnostics,
  previewCampaign,
  previewMessage,
  sendMessage,
  resendMessage,
  previewMail,
  sendMail,
  resendMail,
] as const;

/** They are of somebody's own session or sign-in, or have commands of their own. */
const listOfPages = [
  showStart,
  showToday,
  writeOnPhone,
  callByPhone,
  followEvents,
  releaseCaughtMail,
  showDraft,
  checkRequest,
  previewErasure,
  makeErasure,
  beginView,
  endView,
  lookAtSignIn,
  beginSession,
  askForPasskey,
  beginByPasskey,
  confirmPerson,
  confirmByPasskey,
  signOut,
  askForReset,
  setUp,
  proposeSetupPasskey,
  lookAtLink,
  openLink,
  setForgottenPassword,
  takeLink,
  proposeLinkPasskey,
  showMe,
  setMe,
  setPassword,
  showOwnAccount,
  listSessions,
  endSession,
  endOtherSessions,
  listFactors,
  proposeApp,
  addApp,
  removeApp,
  renewCodes,
  proposePasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  showAddressChange,
  askForAddress,
  cancelAddressChange,
  confirmAddress,
] as const;

type Commanded = (typeof list)[number] | (typeof listOfServers)[number];
type Listed = Commanded | (typeof listOfPages)[number];

/** By its name: what the typed client of the pages is made of. */
export type Operations = { readonly [One in Listed as One['name']]: One };

export type CommandName = Commanded['name'];

type PortsOf<One> = One extends { run(ports: infer Asked, ...rest: never[]): unknown }
  ? (asked: Asked) => void
  : never;

type Together<Union> = PortsOf<Union> extends (asked: infer All) => void ? All : never;

/** What operations ask of an installation, whether or not a server runs on it. */
export type InstallationPorts = Together<(typeof list)[number]> & GatePorts;

/** What they ask of a running server. */
export type OperationPorts = Together<Commanded> & GatePorts;

/** And of its pages. */
export type PagePorts = Together<Listed> & GatePorts;

export type AnyOperation<Ports = OperationPorts> = Operation<
  string,
  'reads' | 'writes',
  z.ZodObject,
  z.ZodType,
  string,
  Ports
>;

export const installationOperations: readonly AnyOperation<InstallationPorts>[] = list;

/** Those that are commands as well. */
export const commandOperations: readonly AnyOperation[] = [...list, ...listOfServers];

export const operations: readonly AnyOperation<PagePorts>[] = [
  ...list,
  ...listOfServers,
  ...listOfPages,
];

/** By the first word of their names, where they are commands. */
const nouns = {
  operator: operatorWords,
  route: routeWords,
  network: networkWords,
  lane: laneWords,
  message: messageWords,
  reply: replyWords,
  price: priceWords,
  'call-price': callPriceWords,
  trunk: trunkWords,
  account: accountWords,
  subaccount: subAccountWords,
  key: keyWords,
  request: requestWords,
  limit: limitWords,
  mail: mailWords,
  risk: riskWords,
  audit: auditWords,
  balance: balanceWords,
  ledger: ledgerWords,
  endpoint: endpointWords,
  event: eventWords,
  number: stockWords,
  call: callWords,
  voicemail: voicemailWords,
  cluster: clusterWords,
  campaign: campaignWords,
  group: groupWords,
  contact: contactWords,
  stop: stopWords,
  domain: domainWords,
  sender: senderWords,
  suppression: suppressionWords,
  config: serverWords,
  diagnostics: serverWords,
  doctor: serverWords,
  'smpp-user': smppUserWords,
  member: memberWords,
  simulator: simulatorWords,
  erasure: erasureWords,
  person: personWords,
} as const;

type Noun = (typeof nouns)[keyof typeof nouns];
type KeysOf<Union> = Union extends unknown ? keyof Union : never;

function merged<Member extends 'does' | 'refusals', Value>(member: Member) {
  return Object.assign({}, ...Object.values(nouns).map((noun) => noun[member])) as Readonly<
    Record<KeysOf<Noun[Member]>, Value>
  >;
}

/** A code that an operation declares and no words have does not compile. */
const refusals = {
  ...gateWords,
  ...merged<'refusals', RefusalWords>('refusals'),
} satisfies Record<Listed['refusals'][number], RefusalWords>;

const does = merged<'does', Sentence>('does') satisfies Record<Listed['name'], Sentence>;

export const operationWords = {
  sentenceOf: (name: string): Sentence => does[name as Listed['name']],
  refusals,
  /** Of the noun of an operation: the same name may be asked for differently elsewhere. */
  fieldsOf: (name: string): NounWords['fields'] =>
    (nouns as Readonly<Record<string, NounWords>>)[name.split(' ')[0] ?? '']?.fields ?? {},
};
