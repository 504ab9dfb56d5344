import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';

interface Step {
  id: string;
  description: string;
  media: { markdown: string };
}

interface Manifest {
  contributes: { commands: { command: string }[]; walkthroughs: { steps: Step[] }[] };
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const commands = new Set(contributes.commands.map(({ command }) => command));
const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
const sample = readFileSync('media/sample/questions.json', 'utf8');

describe('walkthrough', () => {
  for (const { id, description, media } of steps) {
    it(`has the page of step ${id}`, () => assert.ok(existsSync(media.markdown)));

    it(`links only to commands there are in step ${id}`, () => {
      for (const [, command = ''] of description.matchAll(/\(command:([\w.]+)/g))
        assert.ok(command.startsWith('workbench.') || commands.has(command), command);
    });
  }

  it('asks a question the sample answers', () => {
    const link = /chat\.open\?([^)]+)\)/.exec(steps.find(({ id }) => id === 'ask')?.description ?? '')?.[1] ?? '';
    const { query } = JSON.parse(decodeURIComponent(link)) as { query: string };
    assert.ok(sample.includes(`"${query.replace('@throughline ', '')}"`));
  });

  it('lists the questions of the sample', () => {
    const page = readFileSync('media/walkthrough/ask.md', 'utf8');
    for (const { question } of JSON.parse(sample) as { question: string }[]) assert.ok(page.includes(question));
  });
});
