/** The operations of this room, which operations.ts joins with the others'. */
import {
  addCampaign,
  cancelCampaign,
  listCampaigns,
  pauseCampaign,
  resumeCampaign,
  showCampaign,
} from './campaigns/campaign-operations.ts';
import { previewCampaign } from './campaigns/preview-operation.ts';
import {
  createSmppUser,
  listSmppUsers,
  removeSmppUser,
  setSmppUser,
} from './customers/users/user-operations.ts';
import { listReplies, readThread } from './inbound/reply-operations.ts';
import { operatorBinds, traceOperator } from './operators/operator-binds.ts';
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
} from './operators/operator-operations.ts';
import { listPrices, removePrice, setPrice } from './prices/price-operations.ts';
import { importPrices, planPrices } from './prices/price-table.ts';
import { exportMessages } from './records/message-export.ts';
import {
  cancelOneMessage,
  listMessages,
  showMessage,
  totalMessages,
} from './records/message-operations.ts';
import { exportMessageStatistics, messageStatistics } from './records/message-statistics.ts';
import { messageStory } from './records/story-operation.ts';
import { explain } from './routes/explain-operation.ts';
import { exportRoutes, listRoutes, removeRoutes, setRoute } from './routes/route-operations.ts';
import { importNetworks, importRoutes, planRoutes } from './routes/route-table.ts';
import { resendMessage } from './sending/resend-operation.ts';
import { previewMessage, sendMessage } from './sending/send-operations.ts';
import { addStops, exportStops, listStops, removeStop } from './stops/stop-operations.ts';
import { listLanes, pauseLane, resumeLane } from './waiting/lane-operations.ts';
import { cancelTexts, listTasks, moveTexts, stopTask } from './waiting/task-operations.ts';
import { moveTime } from './waiting/test-time.ts';

export const smsOperations = {
  /** Whether or not a server runs. */
  installation: [
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
    listSmppUsers,
    createSmppUser,
    setSmppUser,
    removeSmppUser,
    moveTime,
  ],
  /** They ask what only a running server knows. */
  server: [
    operatorBinds,
    traceOperator,
    previewCampaign,
    previewMessage,
    sendMessage,
    resendMessage,
  ],
  pages: [],
} as const;
