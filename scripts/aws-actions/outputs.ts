import type { Model, Shape } from './models.ts';

/** Names of response members that suggest credentials or contents. */
const SPEAKS =
  /Credential|Token|Password|Passphrase|Secret|DataAccess|Pre[sS]igned|Signed_?Url|AuthData|Auth(orization)?Code|Payload|Login|Private_?Key|Plaintext|Key_?Material|Key_?Value|Api_?Key|Access_?Key|Session|Content(?!Type|Disposition|Range|Encoding|Length|Language|AltText)|LogEvent|Record|Body|Cookie|Decrypt|Export|Snippet|Transcript|Download/i;

/** Suffixes of members that hold a name or a setting, not the object itself. */
const NAMES_IT =
  /(Arns?|Ids?|Identifier|Names?|Types?|Version|Length|Encoding|Status|State|Role|Prefix|Suffix|Mode|Format|Policy|Count|Size|Sha256|Hash|MD5|Time|Date|At|Region|Algorithm|Provider|Behavior|Handling|Strategy|Description|Location|Endpoint|Duration|Limit|Enabled|Reason|Source|Kind|Level|Key|Path|Spec|Digest|Category|Language|Title|Bucket)$/;
const IS_A_KEY = /(Private_?Key|Api_?Key|Access_?Key(_?Id)?|Secret_?Key)$/i;

/** Pagination tokens and idempotency tokens. */
const GOES_ON =
  /^(next|prev|previous|continuation|nextPage|page|pagination|marker|nextForward|nextBackward)_?(page)?_?(token|marker)$|next.*token$|^(client|clientRequest|idempotency|lock|update|change|creation|creator|clientIdempotency|request|client_?request)_?(request)?_?token$/i;

/** Sensitive members in AWS's models that hold names of people or their texts; the models also mark descriptions. */
const IS_SOMEBODYS =
  /(Values?|Data|Text|Messages?|Email(Address)?|Phone(Number)?|FirstName|LastName|BirthDate|Answers?|Input|Output|Result)$/i;

const speaks = (name: string): boolean =>
  SPEAKS.test(name) && !GOES_ON.test(name) && (!NAMES_IT.test(name) || IS_A_KEY.test(name));

/** The members of an operation's response, at any depth, that may hold credentials or contents, by name or as bytes. */
export function suspicious({ shapes, operations }: Model, operation: string): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const leafOf = (shape: Shape | undefined): Shape | undefined => {
    const inner = shape?.member ?? shape?.value;
    return inner === undefined ? shape : leafOf(shapes[inner.shape]);
  };
  const walk = (name: string): void => {
    const shape = shapes[name];
    if (shape === undefined || seen.has(name)) return;
    seen.add(name);
    for (const [member, { shape: type, streaming }] of Object.entries(shape.members ?? {})) {
      const leaf = leafOf(shapes[type]);
      const bytes = leaf?.type === 'blob' || streaming === true;
      const text = leaf?.type === 'string' && leaf.enum === undefined;
      const marked = leaf?.sensitive === true && IS_SOMEBODYS.test(member);
      if (bytes || (text && (speaks(member) || marked))) found.add(member);
      walk(type);
    }
    const inner = shape.member ?? shape.value;
    if (inner !== undefined) walk(inner.shape);
  };
  const output = operations[operation]?.output;
  if (output !== undefined) walk(output.shape);
  return [...found].toSorted();
}
