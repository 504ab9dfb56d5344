/** Every id this extension contributes; `package.json` names the same ones (a unit test compares them). */

export const extensionName = 'throughline';

export const participantId = 'throughline.chat';
export const participantName = 'throughline';

export const slashCommands = {
  compact: 'compact',
  search: 'search',
  context: 'context',
  sample: 'sample',
} as const;

export type SlashCommand = (typeof slashCommands)[keyof typeof slashCommands];

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

export type CommandId = (typeof commandIds)[keyof typeof commandIds];

export const toolNames = {
  search: 'search_conversation',
  read: 'read_conversation',
} as const;

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
