/**
 * A path with its values encoded: urlPath`/v2/members/${id}/donations`. Whatever a value is made of, it stays one part of
 * the path, or one value of the query.
 */
export function urlPath(literals: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw: literals }, ...values.map((value) => encodeURIComponent(value)));
}
