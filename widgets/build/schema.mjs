import { SignatureKind, SymbolFlags, TypeFlags } from "typescript/unstable/async";

/**
 * Returns the JSON Schema of a props type. Properties that the type does not name are refused, so that a misspelled prop is
 * found. Throws an Error for types that JSON cannot represent.
 */
export async function schemaOf(checker, type, seen = []) {
  if (seen.includes(type)) throw new Error(`type ${await checker.typeToString(type)} contains itself`);
  const inner = (each) => schemaOf(checker, each, [...seen, type]);
  const asset = await assetOf(checker, type);
  if (asset) return asset;

  if (type.flags & TypeFlags.Undefined) throw new Error("undefined has no JSON form; use an optional property");
  if (type.flags & TypeFlags.Null) return { type: "null" };
  if (type.isLiteralType() && !type.isBigIntLiteralType()) return { const: type.value };
  if (type.flags & TypeFlags.String) return { type: "string" };
  if (type.flags & TypeFlags.Number) return { type: "number" };
  if (type.flags & TypeFlags.Boolean) return { type: "boolean" };
  if (type.isUnionType()) return union(await type.getTypes(), inner);
  if (await checker.isArrayType(type)) return { type: "array", items: await inner((await checker.getTypeArguments(type))[0]) };
  if (type.isObjectType() && (await checker.getSignaturesOfType(type, SignatureKind.Call)).length === 0) {
    return object(checker, type, inner);
  }
  throw new Error(`type ${await checker.typeToString(type)} has no JSON form`);
}

async function union(types, inner) {
  const members = types.filter((member) => !(member.flags & TypeFlags.Undefined));
  const isLiteral = (member) => member.isStringLiteralType() || member.isNumberLiteralType();
  if (members.every(isLiteral)) return { enum: members.map((member) => member.value) };
  if (members.length === 2 && members.every((member) => member.isBooleanLiteralType())) return { type: "boolean" };
  if (members.length === 1) return inner(members[0]);
  return { anyOf: await Promise.all(members.map(inner)) };
}

async function object(checker, type, inner) {
  const indexes = await checker.getIndexInfosOfType(type);
  const values = indexes.find(({ keyType }) => keyType.flags & TypeFlags.String)?.valueType;
  const properties = {};
  const required = [];
  for (const property of await checker.getPropertiesOfType(type)) {
    const description = await property.getDocumentationComment(checker);
    const optional = (property.flags & SymbolFlags.Optional) !== 0;
    const declared = await checker.getTypeOfSymbol(property);
    const schema = await inner(optional ? await checker.getNonNullableType(declared) : declared);
    properties[property.name] = description ? { ...schema, description } : schema;
    if (!optional) required.push(property.name);
  }
  return { type: "object", properties, required, additionalProperties: values ? await inner(values) : false };
}

/**
 * Returns the schema of a type that is marked `@asset kind path` (see src/assets.ts), otherwise undefined. A template passes a
 * path, which the site generator replaces with the asset.
 */
async function assetOf(checker, type) {
  const symbol = (await type.getAliasSymbol()) ?? (await type.getSymbol());
  const tags = (await symbol?.getJsDocTags(checker)) ?? [];
  const tag = tags.find(({ name }) => name === "asset");
  if (!tag) return undefined;
  const [kind, path] = tag.text.split(" ");
  return { "x-asset": kind, "x-path": path };
}
