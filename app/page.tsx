// The front door leads to the field.
import { redirect } from 'next/navigation';

export default function Page() {
  redirect('/mission');
}
