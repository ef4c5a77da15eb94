import { Type } from 'typebox';
import { OBJECT_CLASSES } from '../../engine/model/inventory.ts';
import { About, oneOf, text } from './common.ts';

/** The fields of unmanaged objects that findings have, too. */
export const ResourceType = Type.String({ examples: ['aws_sqs_queue'] });

export const ObjectClass = oneOf(
  OBJECT_CLASSES,
  'added: part of a managed object that was added to it. unmanaged: no state has it. waiting: younger than an hour. owned: another tool manages it. follows: part of an unmanaged object. provided: the cloud made it',
);

export const ObjectParent = About('The object that it is a part of', {
  type: ResourceType,
  id: Type.String({ examples: ['sg-0a1b2c3d4e5f60718'] }),
  resource: Type.Optional(text('Its address, where a state has it', 'aws_security_group.web')),
  state_key: Type.Optional(Type.String({ examples: ['prod/network.tfstate'] })),
});

export const ImportBy = Type.Unsafe<{ id: string } | { identity: Readonly<Record<string, unknown>> }>({
  type: 'object',
  additionalProperties: true,
  description: 'What an import block names it by: `id`, or `identity`',
  examples: [{ id: 'https://sqs.eu-west-1.amazonaws.com/123456789012/jobs' }],
});
