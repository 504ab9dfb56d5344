import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  commandIds,
  contextViewId,
  modelVendor,
  participantId,
  participantName,
  settingNames,
  slashCommands,
  toolNames,
} from '../../../src/host/ids';
import { retrievalTools } from '../../../src/host/tools/retrievalTools';

interface Manifest {
  readonly contributes: {
    readonly chatParticipants: readonly {
      id: string;
      name: string;
      isSticky: boolean;
      commands: readonly { name: string }[];
    }[];
    readonly commands: readonly { command: string; title: string }[];
    readonly views: Record<string, readonly { id: string }[]>;
    readonly languageModelTools: readonly { name: string; modelDescription: string; inputSchema: object }[];
    readonly languageModelChatProviders: readonly { vendor: string }[];
    readonly configuration: { readonly properties: Record<string, { markdownDescription: string; default: unknown }> };
  };
}

const { contributes } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as Manifest;

describe('package.json', () => {
  it('contributes the participant, sticky, with every slash command the code answers', () => {
    const [participant] = contributes.chatParticipants;
    assert.equal(participant?.id, participantId);
    assert.equal(participant.name, participantName);
    assert.equal(participant.isSticky, true);
    assert.deepEqual(participant.commands.map(({ name }) => name).sort(), Object.values(slashCommands).sort());
  });

  it('contributes the commands the code registers, and no others', () => {
    const contributed = contributes.commands.map(({ command }) => command);
    assert.deepEqual(contributed.sort(), Object.values(commandIds).sort());
  });

  it('contributes the view the code fills', () => {
    const views = Object.values(contributes.views).flat();
    assert.deepEqual(
      views.map(({ id }) => id),
      [contextViewId],
    );
  });

  it('describes the retrieval tools as the participant offers them', () => {
    const described = contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
      name,
      description: modelDescription,
      parametersJson: JSON.stringify(inputSchema),
    }));
    assert.deepEqual(described, retrievalTools);
    assert.deepEqual(
      described.map(({ name }) => name),
      Object.values(toolNames),
    );
  });

  it('contributes the vendor of the built-in model', () => {
    assert.deepEqual(
      contributes.languageModelChatProviders.map(({ vendor }) => vendor),
      [modelVendor],
    );
  });

  it('contributes the settings the code reads, and no others, each in a sentence with its default', () => {
    const { properties } = contributes.configuration;
    const read = Object.values(settingNames).map((name) => `throughline.${name}`);
    assert.deepEqual(Object.keys(properties).sort(), read.sort());
    for (const name of Object.values(settingNames)) {
      assert.match(properties[`throughline.${name}`]?.markdownDescription ?? '', /\. Default: .+\.$/s, name);
    }
  });
});
