# All pages of letters.
letters-to = Carta para
letters-without = Sem carta
letters-why-not = Motivo
letters-more = E mais { $count }.
# Before the number of lines that are ticked.
letters-ticked = Marcados:
# How many letters are in a language, such as “98 in German”.
letters-in-language = { $language ->
    [de] { $count } em alemão
   *[en] { $count } em inglês
    [es] { $count } em espanhol
    [fr] { $count } em francês
    [pt] { $count } em português
}
letters-way = Como
letters-by-post = Por correio
letters-by-email = Por e-mail, em PDF
letters-by-hand = Em mão, para quem não recebe correio
letters-not-counted = As cartas não foram contadas
letters-changing = Não foi preparada nenhuma carta, porque alguém está a alterar estes registos neste momento. Tente de novo daqui a pouco.
letters-made-before = Estas cartas já tinham sido preparadas uma vez.
letters-too-many-mails = Nada foi enviado: uma organização pode enviar 5 000 cartas por e-mail em 24 horas, e com estas seriam mais. Imprima-as, ou envie-as amanhã.

# Why somebody gets no letter, beside the name.
letters-why-gone = já não existe
letters-why-died = faleceu
letters-why-died-receipt = faleceu: passe à mão o recibo oficial para os herdeiros
letters-why-archived = está arquivado
letters-why-by-post = pode ser contactado por correio
letters-why-no-name = não tem nome
letters-why-no-mail = não quer correio
letters-why-household-no-mail = pertence a um agregado familiar em que alguém não quer correio
letters-why-no-address = não tem morada
letters-why-no-full-address = não tem morada completa
letters-why-no-email = não quer e-mails
letters-why-no-email-address = não tem endereço de e-mail
letters-why-not-received = a doação não foi recebida
letters-why-thanked = já recebeu o agradecimento
letters-why-no-donor = a doação não tem doador
letters-why-correction = a doação é uma correção
letters-why-has-letter = já tem uma carta pela doação
letters-why-gift-taken-back = a doação foi retirada
letters-why-taken-back = retirou o que doou
letters-why-no-money = não doou dinheiro
letters-why-long-letter = tem uma carta com mais de { $what } caracteres
letters-why-long-tables = tem tabelas com mais de { $what } caracteres
letters-why-reminded = recebeu um lembrete há menos de { $what } dias, na série { $and }
letters-why-stated = já tem um, na série { $what }
letters-why-confirmed = doou o que já está num recibo oficial, na série { $what }
letters-why-many-gifts = tem mais de { $what } doações
letters-why-lacking = tem uma carta com { $what }, que falta no tipo de letra

# Thank-yous.
thank-yous-title = Agradecimentos
thank-yous-about = Doações que ainda ninguém agradeceu, as mais antigas primeiro. Todas as doações de um doador ficam numa só carta, e um agregado familiar com carta conjunta recebe uma só.
thank-yous-from = Doações de
thank-yous-to = Até
thank-yous-letterhead = <a>Preencha primeiro o papel timbrado</a>, para que as cartas tenham a sua morada e digam quem assina.
thank-yous-lacks-mail = As cartas também podem seguir por e-mail, assim que quem gere este serviço o ligar a um servidor de correio.
thank-yous-section = Doações com carta
thank-yous-first = Só são mostradas as primeiras { $count } doações. Por cada uma que imprimir, enviar ou marcar, aparece a seguinte.
thank-yous-untick-print = Desmarque o que não quiser imprimir agora. Com tudo marcado, { $count ->
    [one] é { $count } carta
   *[other] são { $count } cartas
}.
thank-yous-untick-mail = Desmarque o que não quiser enviar por e-mail agora. Com tudo marcado, { $count ->
    [one] é { $count } carta
   *[other] são { $count } cartas
}.
thank-yous-print = Imprimir as cartas e marcar como agradecidas
thank-yous-mail = Enviar as cartas por e-mail e marcar como agradecidas
thank-yous-none = Nenhuma doação destes dias espera por uma carta.
thank-yous-nothing-ticked = Nada estava marcado, por isso não foi preparada nenhuma carta.
thank-yous-nothing = Não foi preparada nenhuma carta: nenhuma das doações marcadas espera ainda por uma.
thank-yous-made = { $count ->
    [one] Foi preparada { $count } carta.
   *[other] Foram preparadas { $count } cartas.
} As doações ficam marcadas como agradecidas.
thank-yous-mailed = { $count ->
    [one] { $count } carta está
   *[other] { $count } cartas estão
} a caminho por e-mail. As doações ficam marcadas como agradecidas.

# The gifts that get no letter, by the reasons.
thank-yous-reasons = Porque não há carta
thank-yous-reasons-about = Agradeça de outra forma onde puder. O que marcar deixa de esperar.
thank-yous-mark = Marcar como agradecidas
thank-yous-marked = { $count ->
    [one] { $count } doação fica marcada como agradecida.
   *[other] { $count } doações ficam marcadas como agradecidas.
}

# Statements of all donors.
# $what is `receipts` for official receipts, `both` for these and others, or `statements`.
statements-title = { $what ->
    [receipts] Recibos oficiais
    [both] Extratos e recibos oficiais
   *[statements] Extratos de doações
}
statements-for-year = Extratos de um ano
statements-about = Uma carta para cada doador, com as doações recebidas nestes dias. Um agregado familiar com carta conjunta recebe uma só. Os bens e os títulos são descritos, e não entram em nenhum total. Os recibos oficiais, ou seja, as cartas com o total por extenso, não incluem bens nem títulos.
statements-letterhead = <a>Preencha primeiro o papel timbrado</a>, para que os extratos tenham a sua morada e o seu número fiscal, e digam quem assina.
statements-only = Só para <b><bdi>{ $name }</bdi></b> · <a>para todos</a>
statements-least = Todos os que doaram pelo menos
statements-least-hint = Na sua própria moeda. Deixe vazio para incluir todos os que doaram.
statements-again = Preparar outro para quem já tem um extrato ou recibo de alguns destes dias. O de exatamente estes dias é marcado como cópia, ou diz qual substitui se for diferente
statements-again-hint = Uma cópia tem o texto de então e leva a morada e o cabeçalho de hoje. O ficheiro das cartas anteriores guarda o cabeçalho de então.
# Days, in the two sentences that follow.
statements-day = de { $day }
statements-days = de { $from } a { $to }
statements-shown = <b>{ $what ->
    [receipts] { $count ->
        [one] { $count } recibo oficial
       *[other] { $count } recibos oficiais
    }
    [both] { $count ->
        [one] { $count } extrato ou recibo oficial
       *[other] { $count } extratos e recibos oficiais
    }
   *[statements] { $count ->
        [one] { $count } extrato
       *[other] { $count } extratos
    }
}</b> { $days }.
statements-together = No total { $total }.
statements-nobody = { $what ->
    [receipts] Ninguém recebe um recibo oficial { $days }.
    [both] Ninguém recebe um extrato nem um recibo oficial { $days }.
   *[statements] Ninguém recebe um extrato { $days }.
}
statements-refused = Nada é mostrado até as datas e o valor estarem certos.
statements-without = { $what ->
    [receipts] Sem recibo oficial
    [both] Sem extrato nem recibo oficial
   *[statements] Sem extrato
}
statements-confirmed = Doações deixadas de fora
statements-confirmed-about = { $count ->
    [one] { $count } doação fica de fora, porque já está num recibo oficial e nenhuma doação é confirmada duas vezes. Para corrigir esse recibo, prepare-o de novo para os seus próprios dias: o novo diz que o substitui.
   *[other] { $count } doações ficam de fora, porque já estão em recibos oficiais e nenhuma doação é confirmada duas vezes. Para corrigir um recibo assim, prepare-o de novo para os seus próprios dias: o novo diz que o substitui.
}
statements-print = Imprimir os extratos
statements-print-receipts = Imprimir os recibos oficiais
statements-print-both = Imprimir os extratos e recibos oficiais
statements-mail = Enviar os extratos por e-mail
statements-mail-receipts = Enviar os recibos oficiais por e-mail
statements-mail-both = Enviar os extratos e recibos oficiais por e-mail
statements-nothing = Não foi preparada nenhuma carta: ninguém recebe uma.
statements-made = { $what ->
    [receipts] { $count ->
        [one] Foi preparado { $count } recibo oficial.
       *[other] Foram preparados { $count } recibos oficiais.
    }
    [both] { $count ->
        [one] Foi preparado { $count } extrato ou recibo oficial.
       *[other] Foram preparados { $count } extratos e recibos oficiais.
    }
   *[statements] { $count ->
        [one] Foi preparado { $count } extrato.
       *[other] Foram preparados { $count } extratos.
    }
}
statements-mailed = { $what ->
    [receipts] { $count ->
        [one] { $count } recibo oficial está
       *[other] { $count } recibos oficiais estão
    }
    [both] { $count ->
        [one] { $count } extrato ou recibo oficial está
       *[other] { $count } extratos e recibos oficiais estão
    }
   *[statements] { $count ->
        [one] { $count } extrato está
       *[other] { $count } extratos estão
    }
} a caminho por e-mail.

# Reminders of pledges.
reminders-title = Lembretes de compromissos
reminders-about = Uma carta para cada doador que tem um compromisso em atraso. Diz o que foi prometido e o que falta. Um agregado familiar com carta conjunta recebe uma só. <a>Ver os compromissos</a>
reminders-letterhead = <a>Preencha primeiro o papel timbrado</a>, para que os lembretes tenham a sua morada e digam quem assina.
reminders-least-days = Dias de atraso, no mínimo
reminders-least-days-hint = Deixe vazio para incluir todos os que estão em atraso.
reminders-again = Lembrar de novo quem recebeu um lembrete há menos de 30 dias
reminders-section = Lembretes
reminders-shown = <b>{ $count ->
    [one] { $count } lembrete
   *[other] { $count } lembretes
}</b> de compromissos em atraso.
reminders-first = Só são mostrados os primeiros { $count } lembretes. Por cada um que preparar, aparece o seguinte.
reminders-untick = Desmarque os compromissos que não quiser lembrar agora, por exemplo porque acabou de telefonar.
reminders-missing = No total faltam { $total }.
reminders-last = Último lembrete
reminders-nobody = Não é preciso lembrar ninguém.
reminders-refused = Nada é mostrado até o número de dias estar certo.
reminders-print = Imprimir os lembretes
reminders-mail = Enviar os lembretes por e-mail
reminders-nothing = Não foi preparado nenhum lembrete: ninguém recebe um.
reminders-made = { $count ->
    [one] Foi preparado { $count } lembrete.
   *[other] Foram preparados { $count } lembretes.
}
reminders-mailed = { $count ->
    [one] { $count } lembrete está
   *[other] { $count } lembretes estão
} a caminho por e-mail.

# The runs of letters that were printed.
runs-letterhead = Papel timbrado e textos
runs-section = Cartas impressas
runs-empty = Ainda não foi impressa nenhuma carta. Comece pelos <a>agradecimentos</a>, ou pelos <a>extratos de um ano</a>.
runs-older = Cartas mais antigas
runs-when = Preparadas
runs-count = Quantas
runs-thank-yous = Agradecimentos { $id }
# $what as in the title of the statements.
runs-statements-of = { $what ->
    [receipts] Recibos oficiais de { $days }
    [both] Extratos e recibos oficiais de { $days }
   *[statements] Extratos de doações de { $days }
}
runs-reminders = Lembretes { $id }
# The names of the files, without accents.
runs-file = cartas-{ $id }
runs-file-erased = cartas-{ $id }-apagadas

# One run.
runs-made = { $count ->
    [one] { $count } carta · preparada em { $made }
   *[other] { $count } cartas · preparadas em { $made }
}
runs-download = Descarregar todas num só PDF
runs-number = N.º
runs-to = Para
runs-erased = Apagada
runs-replaced = { $count ->
    [one] substituída pela N.º { $numbers }
   *[other] substituída pelas N.º { $numbers }
}
# What became of one letter by email.
runs-is-queued = a caminho
runs-is-sent = enviada
runs-is-not-sent = não enviada
runs-is-needless = já não é necessária
# What became of all: the parts are the three that follow.
runs-by-email = Por e-mail: { $parts }.
runs-sent = { $count ->
    [one] { $count } enviada
   *[other] { $count } enviadas
}
runs-queued = { $count } a caminho
runs-failed = { $count ->
    [one] { $count } não enviada
   *[other] { $count } não enviadas
}
runs-needless = { $count ->
    [one] { $count } já desnecessária
   *[other] { $count } já desnecessárias
}
# Text, then a link, then the end of the sentence.
runs-not-sent-why = Uma carta não é enviada se o servidor de correio a recusar, ou se o contacto tiver falecido, estiver arquivado, não quiser e-mails ou tiver entretanto outro endereço. Esses contactos não recebem nenhuma por e-mail:
runs-not-sent-download = descarregue as cartas em PDF
runs-not-sent-print = { " " }para as imprimir.
runs-mail-again = Enviar essas de novo
runs-mailed-again = { $count ->
    [one] { $count } carta está
   *[other] { $count } cartas estão
} de novo a caminho.
runs-is-empty = já sem doações
runs-empty-about = Nenhuma doação de um recibo com «já sem doações» conta ainda para estes dias, por isso não há um corrigido para eles. Peça ao doador que o devolva. Uma doação que passou para outro dia estará no recibo desse dia, assim que o preparar. Esse dirá então que substitui este.
runs-kept = As cartas ficam guardadas como estão. O ficheiro pode ser descarregado de novo a qualquer momento. É sempre o mesmo até que seja apagada uma pessoa que nele figura: depois faltam as cartas dela.
runs-of-erased = Os recibos oficiais de pessoas apagadas ficam guardados, só para os proprietários, enquanto a lei fiscal do seu país puder exigir uma cópia.
runs-of-erased-download = Descarregar estes recibos
runs-take-back = Afinal não foram impressas
runs-take-back-about = Para quando a impressora encravou. As cartas são eliminadas, e as seguintes ficam com os seus números. As doações que agradecem voltam a esperar, a não ser que alguém tenha entretanto alterado o dia do agradecimento.
runs-take-back-button = Anular estas cartas
runs-taken-back = { $count ->
    [0] As cartas foram anuladas.
    [one] As cartas foram anuladas. { $count } doação volta a esperar por um agradecimento.
   *[other] As cartas foram anuladas. { $count } doações voltam a esperar por um agradecimento.
}
# Why letters cannot be taken back.
runs-stay-newer = Estas cartas já não podem ser anuladas, porque outras mais recentes têm os números seguintes. Se não foram impressas, descarregue o PDF e imprima-o agora.
runs-stay-mailed = Estas cartas não podem ser anuladas, porque seguiram por e-mail.
runs-stay-erased = Estas cartas já não podem ser anuladas, porque foi apagada uma pessoa que uma delas nomeava.

# The list of the gifts of one contact in a year.
statement-title = Lista de doações { $year }
statement-for-household = Para o agregado familiar
statement-for-person = Para uma só pessoa
statement-received = Doações recebidas em { $year }
statement-none = Não foram recebidas doações em { $year }.
statement-count = { $count ->
    [one] { $count } doação
   *[other] { $count } doações
}. As doações pendentes, reembolsadas e anuladas não são contadas.
statement-in-kind = Doações em bens em { $year }
statement-in-kind-note = Os bens e os títulos são descritos aqui, e não entram no total.
statement-reference = Referência
statement-what = O que foi doado
statement-from = De
