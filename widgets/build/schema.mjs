import ts from "typescript";

/**
 * Returns the JSON Schema of a props type. Properties that the type does not name are refused, so that a misspelled prop is
 * found. Throws an Error for types that JSON cannot represent.
 */
export function schemaOf(checker, type, seen = []) {
  if (seen.includes(type)) throw new Error(`type ${checker.typeToString(type)} contains itself`);
  const inner = (each) => schemaOf(checker, each, [...seen, type]);
  const asset = assetOf(type);
  if (asset) return asset;

  if (type.flags & ts.TypeFlags.Undefined) throw new Error("undefined has no JSON form; use an optional property");
  if (type.flags & ts.TypeFlags.Null) return { type: "null" };
  if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
  if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === "true" };
  if (type.flags & ts.TypeFlags.String) return { type: "string" };
  if (type.flags & ts.TypeFlags.Number) return { type: "number" };
  if (type.flags & ts.TypeFlags.Boolean) return { type: "boolean" };
  if (type.isUnion()) return union(type, inner);
  if (checker.isArrayType(type)) return { type: "array", items: inner(checker.getTypeArguments(type)[0]) };
  if (type.flags & ts.TypeFlags.Object && type.getCallSignatures().length === 0) return object(checker, type, inner);
  throw new Error(`type ${checker.typeToString(type)} has no JSON form`);
}

function union(type, inner) {
  const members = type.types.filter((member) => !(member.flags & ts.TypeFlags.Undefined));
  if (members.every((member) => member.isLiteral())) return { enum: members.map((member) => member.value) };
  if (members.length === 2 && members.every((member) => member.flags & ts.TypeFlags.BooleanLiteral)) {
    return { type: "boolean" };
  }
  if (members.length === 1) return inner(members[0]);
  return { anyOf: members.map(inner) };
}

function object(checker, type, inner) {
  const values = type.getStringIndexType();
  const properties = {};
  const required = [];
  for (const property of type.getProperties()) {
    const description = ts.displayPartsToString(property.getDocumentationComment(checker));
    const optional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const declared = checker.getTypeOfSymbol(property);
    const schema = inner(optional ? checker.getNonNullableType(declared) : declared);
    properties[property.name] = description ? { ...schema, description } : schema;
    if (!optional) required.push(property.name);
  }
  return { type: "object", properties, required, additionalProperties: values ? inner(values) : false };
}

/**
 * Returns the schema of a type that is marked `@asset kind path` (see src/assets.ts), otherwise undefined. A template passes a
 * path, which the site generator replaces with the asset.
 */
function assetOf(type) {
  for (const declaration of (type.aliasSymbol ?? type.symbol)?.declarations ?? []) {
    for (const tag of ts.getJSDocTags(declaration)) {
      if (tag.tagName.text !== "asset") continue;
      const [kind, path] = ts.getTextOfJSDocComment(tag.comment).split(" ");
      return { "x-asset": kind, "x-path": path };
    }
  }
}
