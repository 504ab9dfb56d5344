/**
 * One record of settings out of several scopes, least specific first: global, workspace, model (B8). Key by key, the
 * most specific scope that sets it wins; a scope that is missing or leaves a key out sets nothing.
 */
export function mergeSettings<Settings extends object>(
  ...scopes: readonly (Partial<Settings> | undefined)[]
): Partial<Settings> {
  const merged: Partial<Settings> = {};
  for (const scope of scopes) {
    for (const key in scope) if (scope[key] !== undefined) merged[key] = scope[key];
  }
  return merged;
}
