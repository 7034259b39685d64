/** A path with encoded values, as in urlPath`/v2/members/${id}/donations`: a `/` or `?` in a value stays in its segment. */
export function urlPath(literals: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw: literals }, ...values.map((value) => encodeURIComponent(value)));
}
