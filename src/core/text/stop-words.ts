import type { StemLanguage } from './stem.ts';

/**
 * The languages in which a folded word says nothing by itself, as a sum of `BIT`s; 0 where it is no stop word. Our own lists: articles,
 * pronouns, prepositions, conjunctions, auxiliaries, question words. Kept in the index, left out of a query that holds anything else.
 */
export function stopLanguages(word: string): number {
  return word.length > longest ? 0 : (bitsOf.get(word) ?? 0);
}

export const BIT: Readonly<Record<StemLanguage, number>> = { en: 1, pt: 2, es: 4, fr: 8, de: 16, ru: 32 };

const LISTS: Readonly<Record<StemLanguage, string>> = {
  en: `a an the and or but nor so if then else than that this these those there here it its itself he him his she her hers
    they them their theirs we us our ours you your yours i me my mine is am are was were be been being do does did doing
    done have has had having can could will would shall should may might must not no of to in on at by for from with
    without into onto over under between through about against as up down out off what which who whom whose when where
    why how all any both each few more most other some such only own same too very just also again once dont doesnt didnt
    isnt arent wasnt werent cant cannot couldnt wont wouldnt shouldnt hasnt havent hadnt im ive id youre youve theyre
    weve lets because while during before after until unless`,
  pt: `a o as os um uma uns umas e ou mas nem que se de do da dos das em no na nos nas ao aos por pelo pela pelos pelas
    para pra pro com sem sob sobre entre ate desde apos ante contra num numa nuns numas dum duma este esta estes estas
    esse essa esses essas aquele aquela aqueles aquelas isto isso aquilo deste desta disto desse dessa disso daquele
    neste nesta nisto nesse nessa nisso eu tu ele ela eles elas voce voces me te lhe lhes meu minha meus minhas teu tua
    seu sua seus suas nosso nossa nossos nossas ser sou somos sao era eram foi foram fui seja sejam sendo sido esta estao
    estou estava estavam estar tem tenho temos tinha ter ha havia haver vai vao vou nao sim ja so mais menos muito muita
    muitos muitas tambem ainda apenas como quando onde quem qual quais porque porem pois quanto quanta cada todo toda
    todos todas outro outra outros outras mesmo mesma algum alguma alguns algumas nenhum nenhuma`,
  es: `el la los las lo un una unos unas y e o u ni que si de del al en por para con sin sobre entre hasta desde hacia
    segun contra ante bajo tras este esta esto estos estas ese esa eso esos esas aquel aquella aquello yo tu usted
    ustedes ella ellos ellas nosotros me te se le les nos mi mis tus su sus nuestro nuestra ser es soy son era eran fue
    fueron sea sean siendo sido esta estan estoy estaba estaban estar hay ha han he habia haber tiene tienen tengo tener
    no ya muy mas menos tambien como cuando donde quien quienes cual cuales porque pero sino aunque cada todo toda todos
    todas otro otra otros otras mismo misma algun alguno alguna algunos algunas ningun ninguna puede pueden`,
  fr: `le la les l un une des du de d et ou ni mais que qui quoi dont si ce cet cette ces cela ca en au aux a dans par pour
    avec sans sous sur entre vers chez depuis pendant contre apres avant je tu il elle on nous vous ils elles me te se lui
    leur leurs mon ma mes ton ta tes son sa ses notre nos votre vos etre suis es est sommes etes sont etait etaient ete
    sera soit avoir ai as avons avez ont avait avaient eu ne pas plus moins tres aussi comme quand ou comment pourquoi
    quel quelle quels quelles car donc cependant chaque tout toute tous toutes autre autres meme memes y peut`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber noch nicht kein keine keinen dass ob wenn
    als weil denn doch in im an am auf aus bei beim mit nach von vom vor zu zum zur uber unter zwischen durch fur gegen
    ohne um bis seit ich du er sie es wir ihr mich mir dich dir sich ihn ihm uns euch mein meine dein sein seine ihre
    unser unsere dieser diese dieses diesen diesem jener jene ist bin bist sind war waren sei gewesen hat habe haben
    hatte hatten wird werden wurde wurden kann konnen muss mussen soll will auch nur schon sehr mehr wie was wer wo wann
    warum welche welcher welches wieder jede jeder jedes alle alles andere anderen man`,
  ru: `и а но или да ни не что чтобы как так если то же бы ли ведь вот в во на с со к ко по о об обо от из изо у за до для
    при про без под над между через перед после около я ты он она оно мы вы они меня тебя его ее нас вас их мне тебе ему
    ей нам вам им мной тобой ним ней ними мой моя мое мои твой твоя свой своя свое свои себя себе наш наша наше наши ваш
    ваша этот эта это эти этого этой этом тот та те того той том быть был была было были есть буду будет будут был бы
    уже еще только тоже также очень все всё весь вся всех всего кто где когда куда откуда почему зачем какой какая какое
    какие который которая которое которые можно нужно нет`,
};

const bitsOf = new Map<string, number>();
for (const language of ['en', 'pt', 'es', 'fr', 'de', 'ru'] as const) {
  for (const word of LISTS[language].split(/\s+/)) bitsOf.set(word, (bitsOf.get(word) ?? 0) | BIT[language]);
}
/** UTF-16 units of the longest; a longer word need not be looked up. */
const longest = Math.max(...[...bitsOf.keys()].map((word) => word.length));
