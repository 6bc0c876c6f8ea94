/** The operations of this room, which operations.ts joins with the others'. */
import { exportCalls, listCalls, showCall, totalCalls } from './calls/call-operations.ts';
import { callCountries, listAllCalls, traceCall } from './calls/whole-call-operations.ts';
import { forwardNumber, ringNumber } from './forwarding/forward-operations.ts';
import { listCallPrices, removeCallPrice, setCallPrice } from './prices/call-price-operations.ts';
import {
  exportRented,
  giveBack,
  listAvailable,
  listRented,
  rent,
  showNumber,
} from './rental/rental-operations.ts';
import { addRisk, listRisks, removeRisk } from './risks/risk-operations.ts';
import { addNumber, listNumbers, releaseNumber, setNumber } from './stock/stock-operations.ts';
import {
  addTrunk,
  listTrunks,
  pauseTrunk,
  removeTrunk,
  resumeTrunk,
  setTrunk,
  showTrunk,
} from './trunks/trunk-operations.ts';
import { showTrace, startTrace, stopTrace } from './trunks/trunk-trace-operations.ts';
import {
  playGreeting,
  playVoicemail,
  removeGreeting,
  saveGreeting,
} from './voicemail/sound-operations.ts';
import {
  deleteVoicemail,
  exportVoicemails,
  listAllVoicemails,
  listVoicemails,
  markVoicemail,
  showVoicemail,
} from './voicemail/voicemail-operations.ts';

export const numbersOperations = {
  /** Whether or not a server runs. */
  installation: [
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
    listRisks,
    addRisk,
    removeRisk,
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
  ],
  server: [],
  pages: [],
} as const;
