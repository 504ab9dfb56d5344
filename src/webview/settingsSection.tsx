import type { Budget } from '../core/budget/budget';
import { formatTokens } from '../shared/figures';
import { ruleLabels } from '../shared/ledgerLabels';

/** The limits that held for the last request, each with the rule that gave it. */
export function SettingsSection({ budget }: { readonly budget: Budget | undefined }) {
  if (budget === undefined) return <p class="quiet">Known with the first request: the limits follow from its model.</p>;
  if (budget.kind === 'unknown') return <p class="level unknown">{budget.reason}</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Limit</th>
          <th scope="col" class="number">
            Tokens
          </th>
        </tr>
      </thead>
      <tbody>
        {budget.rules.map(({ name, tokens, because }) => (
          <tr key={name}>
            <th scope="row">
              {ruleLabels[name]}
              <div class="quiet">{because}</div>
            </th>
            <td class="number">{formatTokens(tokens)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
