import type { CountMethod } from '../core/tokens/counter';
import { budgetBar, type BarMark } from '../shared/budgetBar';
import { formatCount, formatShare, formatTokens } from '../shared/figures';
import { meterOf, type MeterLevel } from '../shared/meter';
import type { CompactionFigures, RequestView } from '../shared/protocol';
import { formatTime } from './time';

const levelSentences: Record<MeterLevel, string> = {
  unknown: '',
  normal: '',
  soft: 'Past the soft threshold: a compaction is near.',
  over: 'Past the target: the next request is compacted if anything can leave it.',
};

const methodLabels: Record<CountMethod, string> = {
  tokenizer: 'the model’s tokenizer',
  host: 'the editor',
  provider: 'the provider',
  estimate: 'an estimate',
};

/** What the last request holds, against what it may hold. */
export function BudgetSection({ request }: { readonly request: RequestView }) {
  const { ledger, budget } = request;
  const meter = meterOf(ledger, budget);
  return (
    <>
      <p class={`meter ${meter.level}`}>
        <strong>{meter.sentence.replace(' %', '\u00a0%')}</strong> <span class="quiet">{request.modelLabel}</span>
      </p>
      {levelSentences[meter.level] !== '' && <p class={`level ${meter.level}`}>{levelSentences[meter.level]}</p>}
      {budget.kind === 'unknown' && <p class="level unknown">{budget.reason}</p>}
      <Bar request={request} />
      <Categories request={request} />
      <p class="quiet">
        Counted by {methodLabels[ledger.method]}, ± {formatShare(ledger.uncertainty)}.
      </p>
      {budget.warnings.map((warning) => (
        <p key={warning} class="level soft">
          {warning}
        </p>
      ))}
      <LastCompaction figures={request.lastCompaction} />
    </>
  );
}

function Bar({ request }: { readonly request: RequestView }) {
  const { segments, marks, textAlternative } = budgetBar(request.ledger, request.budget);
  return (
    <>
      <div class="bar" role="img" aria-label={textAlternative}>
        <div class="bar-track">
          {segments.map(({ category, label, tokens, startPercent, widthPercent }) => (
            <div
              key={category}
              class={`bar-segment fill-${category}`}
              title={`${label}: ${formatTokens(tokens)} tokens`}
              style={{ left: `${startPercent}%`, width: `${widthPercent}%` }}
            />
          ))}
        </div>
        {marks.map(({ name, percent }) => (
          <div key={name} class={`bar-mark mark-${name}`} style={{ left: `${percent}%` }} />
        ))}
      </div>
      <MarkLegend marks={marks} />
    </>
  );
}

/** Names the marks below the bar: on a narrow side bar their labels would run into each other. */
function MarkLegend({ marks }: { readonly marks: readonly BarMark[] }) {
  return (
    <div class="legend" aria-hidden="true">
      {marks.map(({ name, tokens }) => (
        <span key={name} class="legend-entry">
          <span class={`legend-mark mark-${name}`} />
          {name} {formatTokens(tokens)}
        </span>
      ))}
    </div>
  );
}

function Categories({ request }: { readonly request: RequestView }) {
  const { segments } = budgetBar(request.ledger, request.budget);
  const total = request.ledger.total;
  return (
    <table>
      <caption>What the last request holds</caption>
      <thead>
        <tr>
          <th scope="col">Category</th>
          <th scope="col" class="number">
            Tokens
          </th>
          <th scope="col" class="number share">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {segments.map(({ category, label, tokens }) => (
          <tr key={category}>
            <th scope="row">
              <span class={`swatch fill-${category}`} />
              {label}
            </th>
            <td class="number">{formatTokens(tokens)}</td>
            <td class="number share">{category === 'replyReserve' ? 'kept free' : formatShare(tokens / total)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total as sent</th>
          <td class="number">{formatTokens(total)}</td>
          <td class="share" />
        </tr>
      </tfoot>
    </table>
  );
}

function LastCompaction({ figures }: { readonly figures: CompactionFigures | undefined }) {
  if (figures === undefined) return <p class="quiet">No compaction yet in this conversation.</p>;
  return (
    <p>
      Last compaction: {formatTokens(figures.before)} → {formatTokens(figures.after)} tokens,{' '}
      {formatCount(figures.turnsMoved, 'turn')} moved to the archive.{' '}
      <span class="quiet">{formatTime(figures.createdAt)}</span>
    </p>
  );
}
