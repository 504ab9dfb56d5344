/** Every id this extension contributes; `package.json` names the same ones (a unit test compares them). */

/** What the ids of settings begin with. */
export const extensionName = 'throughline';

/** The participant as the editor names it in its history, and as people type it behind `@`. */
export const participantId = 'throughline.chat';
export const participantName = 'throughline';

/** Commands of the participant, without the `/`. */
export const slashCommands = {
  compact: 'compact',
  search: 'search',
  context: 'context',
  sample: 'sample',
} as const;

/** One of {@link slashCommands}. */
export type SlashCommand = (typeof slashCommands)[keyof typeof slashCommands];

/** Commands of the palette and of buttons. */
export const commandIds = {
  compactConversation: 'throughline.compactConversation',
  compactAnyway: 'throughline.compactAnyway',
  searchConversation: 'throughline.searchConversation',
  showContextInChat: 'throughline.showContextInChat',
  openContextView: 'throughline.openContextView',
  showCompaction: 'throughline.showCompaction',
  undoCompaction: 'throughline.undoCompaction',
  loadSample: 'throughline.loadSample',
  openLog: 'throughline.openLog',
  openSettings: 'throughline.openSettings',
} as const;

/** One of {@link commandIds}. */
export type CommandId = (typeof commandIds)[keyof typeof commandIds];

/** The Context view. */
export const contextViewId = 'throughline.context';

/** Tools for models, ours and those of any agent in the editor. */
export const toolNames = {
  search: 'search_conversation',
  read: 'read_conversation',
} as const;

/** Vendor of the models this extension provides. */
export const modelVendor = 'throughline';

/** Family of the built-in model that only quotes. */
export const offlineFamily = 'throughline-offline';

/** Names below `throughline.` in the settings. */
export const settingNames = {
  window: 'window',
  hardPercent: 'hardPercent',
  softPercent: 'softPercent',
  maxTokens: 'maxTokens',
  policy: 'policy',
  headroomPercent: 'headroomPercent',
  recall: 'recall',
  archive: 'archive',
  instructions: 'instructions',
  models: 'models',
  workspaceTools: 'workspaceTools',
  toolRounds: 'toolRounds',
} as const;
