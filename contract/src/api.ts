import { getQuota, getUserInfo } from './account.ts';
import { cancelBulk, getBulk, listBulk, startBulk, undoBulk } from './bulk.ts';
import { getChanges } from './changes.ts';
import { reportClientError } from './client-errors.ts';
import { createDraft, deleteDraft, getQuote, saveDraft } from './drafts.ts';
import { countMatches, runFilter } from './filters.ts';
import {
  createFolder,
  deleteFolder,
  forceDeleteFolder,
  getFolder,
  getFolderByName,
  getFolderUnreads,
  listFolders,
  markFolder,
  placeFolder,
  updateFolder,
} from './folders.ts';
import { resendForwardCode, verifyForward } from './forwarding.ts';
import { answerInvitation, getInvitation } from './invitations.ts';
import {
  deleteMessagesForGood,
  downloadFile,
  downloadFileAsText,
  downloadMessage,
  downloadMessageFiles,
  getFile,
  getMessage,
  listFiles,
  moveMessages,
  openAttachedMessage,
} from './messages.ts';
import { cancelPeriodic, changePeriodic, previewPeriodic, sendPeriodically } from './periodic.ts';
import { getPreview, preparePreview } from './previews.ts';
import { answerReceipt } from './receipts.ts';
import { getRemoteImage, showInlineFile, signImages } from './remote-images.ts';
import { createRule, deleteRule, getRule, listRules, orderRules, updateRule } from './rules.ts';
import {
  addContacts,
  checkAddresses,
  completeAddresses,
  replaceRecipient,
  suggest,
  suggestRecipients,
} from './search.ts';
import { endOtherSessions, endSession, listActivities, listSessions, reportNotMe } from './security.ts';
import { listSendAs, saveSender, setDefaultSender } from './senders.ts';
import {
  cancelSchedule,
  getSpamInfo,
  recallMessage,
  scheduleMail,
  sendAgain,
  sendMail,
  undoSendMail,
} from './sending.ts';
import { getServerInfo } from './server-info.ts';
import { getSession, login, logout } from './session.ts';
import { getSettings, saveSettings } from './settings.ts';
import { createSignature, deleteSignature, listSignatures, updateSignature } from './signatures.ts';
import { getStart } from './start.ts';
import {
  deleteThreads,
  emptyTrash,
  emptyTrashLegacy,
  getThread,
  getThreadImages,
  listStarred,
  listThreads,
  markThreads,
  moveThreads,
  restoreThreads,
  searchThreads,
  starThread,
  unspamThreads,
} from './threads.ts';
import { showTrackingPixel } from './tracking.ts';
import { unsubscribe } from './unsubscribe.ts';
import { attachMessages, downloadPublicFile, uploadFile } from './uploads.ts';

/** Every endpoint by name: what the documentation prints and the typed client calls. */
export const API = {
  login,
  logout,
  getSession,
  getStart,
  getUserInfo,
  getQuota,
  listActivities,
  listSessions,
  endSession,
  endOtherSessions,
  reportNotMe,
  getServerInfo,
  listFolders,
  getFolder,
  getFolderByName,
  createFolder,
  updateFolder,
  placeFolder,
  deleteFolder,
  forceDeleteFolder,
  getFolderUnreads,
  markFolder,
  listThreads,
  listStarred,
  searchThreads,
  getThread,
  getThreadImages,
  markThreads,
  starThread,
  moveThreads,
  deleteThreads,
  restoreThreads,
  unspamThreads,
  emptyTrash,
  emptyTrashLegacy,
  startBulk,
  listBulk,
  getBulk,
  cancelBulk,
  undoBulk,
  createDraft,
  saveDraft,
  deleteDraft,
  getQuote,
  sendMail,
  undoSendMail,
  scheduleMail,
  cancelSchedule,
  sendAgain,
  sendPeriodically,
  previewPeriodic,
  changePeriodic,
  cancelPeriodic,
  getSpamInfo,
  recallMessage,
  showTrackingPixel,
  getMessage,
  moveMessages,
  deleteMessagesForGood,
  downloadMessageFiles,
  uploadFile,
  attachMessages,
  downloadPublicFile,
  listFiles,
  getFile,
  downloadFile,
  downloadFileAsText,
  downloadMessage,
  openAttachedMessage,
  suggest,
  suggestRecipients,
  replaceRecipient,
  completeAddresses,
  addContacts,
  checkAddresses,
  saveSender,
  listSendAs,
  setDefaultSender,
  getChanges,
  getSettings,
  saveSettings,
  listSignatures,
  createSignature,
  updateSignature,
  deleteSignature,
  listRules,
  createRule,
  getRule,
  countMatches,
  runFilter,
  orderRules,
  updateRule,
  deleteRule,
  verifyForward,
  resendForwardCode,
  signImages,
  getRemoteImage,
  showInlineFile,
  unsubscribe,
  getInvitation,
  answerInvitation,
  answerReceipt,
  reportClientError,
  preparePreview,
  getPreview,
} as const;
