import { StepUpForm } from '@kinfold/domain/step-up';
import { stepUp } from '../../modules/identity/users/step-up.service.ts';
import { callerOf } from '../device-cookie.ts';
import { actorOf, endpoint, Reply } from '../endpoint.ts';

export const postStepUp = endpoint({
  summary: 'Give the password again, for what needs a recent sign-in; it holds for this session',
  body: StepUpForm,
  isAnsweredAnew: true,
  async handle(context) {
    const given = { ...context.body, caller: await callerOf(context) };
    await stepUp(actorOf(context), given, context.now);
    return new Reply(204);
  },
});
