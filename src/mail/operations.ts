/** The operations of this room, which operations.ts joins with the others'. */
import {
  clearCaughtMails,
  listCaughtMails,
  showCaughtHtml,
  showCaughtMail,
  showCaughtSource,
  takeCaughtFile,
} from './catcher/caught-operations.ts';
import {
  listOwnCaught,
  showOwnCaught,
  showOwnHtml,
  showOwnSource,
  takeOwnFile,
} from './catcher/own-caught-operations.ts';
import { releaseCaughtMail } from './catcher/release-operation.ts';
import { holdMails, limitMails, mailQueue, resumeMails } from './delivery/queue-operations.ts';
import {
  addDomain,
  checkDomain,
  keepDomain,
  listAllDomains,
  listDomains,
  removeDomain,
  rotateDomain,
  showDomain,
} from './domains/domain-operations.ts';
import {
  addSender,
  listAllSenders,
  listSenders,
  removeSender,
  setDefaultSender,
} from './domains/sender-operations.ts';
import { exportMailStatistics, mailStatistics } from './figures/mail-statistics.ts';
import { readBody } from './sending/body-operation.ts';
import { cancelEmail, listAllEmails, showEmail, tellMail } from './sending/email-operations.ts';
import { exportEmails, listEmails, totalEmails } from './sending/email-records.ts';
import { listHeldMails, releaseHeldMails } from './sending/held-mails.ts';
import { resendMail } from './sending/resend-operation.ts';
import { previewMail, sendMail, showDraft } from './sending/send-operations.ts';
import {
  addSuppressions,
  exportSuppressions,
  importSuppressions,
  listSuppressions,
  releaseSuppressions,
} from './suppression/suppression-operations.ts';

export const mailOperations = {
  /** Whether or not a server runs. */
  installation: [
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
    readBody,
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
    listSuppressions,
    addSuppressions,
    releaseSuppressions,
    importSuppressions,
    exportSuppressions,
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
  ],
  /** They ask what only a running server knows. */
  server: [previewMail, sendMail, resendMail],
  /** They are of somebody's own session or sign-in, or have commands of their own. */
  pages: [releaseCaughtMail, showDraft],
} as const;
