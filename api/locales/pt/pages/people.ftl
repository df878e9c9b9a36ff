# Signing in and out.
sign-in = Iniciar sessão
sign-in-not-done = A sessão não foi iniciada
sign-in-back = Voltar ao início de sessão
sign-in-forgotten = Esqueceu-se da palavra-passe?
sign-in-insecure = Esta página chegou por http, que outras pessoas podem ler. Abra-a com https: só assim o navegador mantém a sessão.
sign-in-nobody-yet = Ainda ninguém pode iniciar sessão: o primeiro utilizador cria-se com a ligação que está no registo do serviço.
sign-in-ended-kept = A sessão terminou. Nada se perdeu: inicie sessão e o que tinha escrito volta. Fica guardado durante uma hora.
sign-in-ended = A sessão terminou antes de isto ser enviado, por isso nada mudou. Inicie sessão e faça-o de novo.
sign-in-signed-out = A sessão terminou. O que foi enviado depois não foi guardado. Inicie sessão para continuar.
sign-out-done = A sessão foi terminada.

# The second step of a sign-in.
second-step-title = Segundo passo
second-step-code-hint = Os seis algarismos que a sua aplicação de autenticação mostra, ou um dos seus códigos de recuperação.
second-step-without = Sem a sua aplicação e sem os seus códigos, só um operador deste serviço pode ajudar.
second-step-begin-again = Comece de novo com a sua palavra-passe.

# What was typed before a sign-in.
kept-form-title = A sessão foi iniciada
kept-form-note = O que escreveu antes foi conservado, mas ainda não foi guardado.
kept-form-submit = Mostrar o que escrevi
kept-form-forget = Descartá-lo e ir para a visão geral
kept-form-shown = Entretanto, a sua sessão terminou. Aqui está o que escreveu. Ainda não foi guardado: reveja-o e envie-o de novo.
kept-form-not-shown = O que foi escrito antes de iniciar sessão não é mostrado: era de outra pessoa, ou foi há demasiado tempo. Nada foi guardado.

# Somebody who has forgotten the password.
forgotten-password-title = Palavra-passe esquecida
forgotten-password-note = Receberá um link com o qual escolhe uma nova palavra-passe. Serve uma só vez, durante 24 horas. Numa hora são enviados, no máximo, dez.
forgotten-password-submit = Enviar-me um link
forgotten-password-no-email = Se não chegar nenhum e-mail, uma pessoa responsável pode criar um link para si:
forgotten-password-ask = Uma pessoa responsável pode criar um link para si, com o qual escolhe uma nova palavra-passe:
forgotten-password-owner = um proprietário da sua conta, em <b>Definições, Membros</b>;
forgotten-password-operator = se pertence a várias contas, ou é o único proprietário: o operador deste serviço, com o comando <code>almoner users password</code>.
forgotten-password-sent = Se houver alguém com este endereço, já vai a caminho um link para uma nova palavra-passe.

# A new password, by a link.
password-choose = Escolher uma nova palavra-passe
password-submit = Definir a palavra-passe
password-note = Com a nova palavra-passe, todas as suas sessões terminam.
password-first-link = Este é o primeiro link enviado para este endereço, por isso outra pessoa pode tê-lo registado.
password-ends-factor = Para sua segurança, o segundo fator é desativado.
password-ends-memberships = Para sua segurança, terminam as participações em contas aceites antes, com as respetivas chaves de API.
password-ends-both = Para sua segurança, o segundo fator é desativado e terminam as participações em contas aceites antes, com as respetivas chaves de API.
password-known = Se conhece a palavra-passe, inicie antes sessão com ela: assim nada muda.
password-is-set = A nova palavra-passe está definida. Inicie sessão com ela. As chaves de API continuam válidas: em «Serviços» pode substituir as suas.

# Joining an account.
invitation-title = Convite
invitation-by = { $role ->
    [owner] { $inviter } convida <b>{ $email }</b> para <b><bdi>{ $account }</bdi></b> como proprietário.
   *[member] { $inviter } convida <b>{ $email }</b> para <b><bdi>{ $account }</bdi></b> como membro.
}
invitation-of-nobody = { $role ->
    [owner] Convite a <b>{ $email }</b> para entrar em <b><bdi>{ $account }</bdi></b> como proprietário.
   *[member] Convite a <b>{ $email }</b> para entrar em <b><bdi>{ $account }</bdi></b> como membro.
}
invitation-somebody-else = A sessão está iniciada como { $email }. Para aceitar o convite, termine a sessão e abra o link de novo.
invitation-join = Aceitar o convite
invitation-password-hint = Se já inicia sessão no Almoner com este endereço, a palavra-passe que usa. Se não, uma nova com pelo menos 10 caracteres.
invitation-joined = Damos-lhe as boas-vindas: já faz parte da conta.

# The first start.
setup-title = Boas-vindas ao Almoner
setup-note = Configure a conta da sua organização e o seu próprio acesso, como primeiro proprietário.
setup-submit = Configurar
setup-language-hint = Das suas páginas e das suas cartas aos doadores. Pode mudar ambas mais tarde.
setup-organisation = Nome da sua organização
setup-currency-hint = O código da moeda, por exemplo, USD ou EUR. Pode mudar até à primeira doação.
setup-follows-gifts-hint = Um contacto, um potencial doador ou um doador inativo que faz uma doação passa automaticamente a doador.
setup-email = O seu endereço de e-mail
setup-email-hint = Serve para iniciar sessão.
setup-ready = A sua conta está pronta.

# The accounts of a user.
account-switch-to = Mudar para
account-switched = Está agora em { $account }.
no-account-title = Nenhuma conta
no-account-note = Não pertence aqui a nenhuma conta, ou não escolheu uma. Peça um convite a um proprietário da conta da sua organização e abra o link.

# Forms, and what is wrong in them.
form-your-name = O seu nome
form-new-password-hint = Pelo menos 10 caracteres. O melhor são algumas palavras que só a si ocorreria juntar.
form-filters-not-used = Os filtros não foram aplicados
error-title = Erro: { $what }
summary-not-saved = Nada foi guardado
summary-field = { $label }: { $problem }
summary-fields = { $count ->
    [one] { $not_done }. Reveja { $count } campo:
   *[other] { $not_done }. Reveja { $count } campos:
}

# The pages of errors.
failure-sign-in-title = Inicie sessão
failure-sign-in = Inicie sessão e tente de novo.
failure-forbidden-title = Não tem permissão para isto
failure-forbidden = Só os proprietários da conta podem fazer isto. Peça a um deles, ou mude para outra conta.
failure-not-found-title = Esta página não existe
failure-not-found = Pode ter sido movida ou removida, ou o link expirou ou já foi usado.
failure-setup-link-title = Este link já não funciona
failure-setup-link = Já foi usado ou expirou. Se já tem aqui um utilizador, inicie sessão. Se ainda ninguém pode iniciar sessão, reinicie o programa: mostra então um novo link.
failure-method-title = Esta página não pode fazer isso
failure-method = Volte atrás e tente a partir da própria página.
failure-too-many-title = Demasiadas tentativas
failure-too-many = { $count ->
    [one] Espere { $seconds } segundo e tente de novo.
   *[other] Espere { $seconds } segundos e tente de novo.
}
failure-internal-title = Algo correu mal
failure-internal = A falha é nossa. Nada da sua alteração foi conservado: tente de novo. Se voltar a acontecer, indique ao seu operador o número abaixo.
failure-unavailable-title = Tente de novo daqui a pouco
failure-unavailable = O serviço está ocupado, ou não é possível aceder à sua base de dados.
failure-other-title = Não funcionou
failure-forged-title = Este formulário não foi aceite
failure-forged-signed-in = Foi enviado sem a marca que mostra que é seu. Isto acontece quando, entretanto, voltou a iniciar sessão ou mudou a palavra-passe noutra janela. Volte atrás, carregue a página de novo e envie o formulário outra vez.
failure-forged = Foi enviado sem a marca que mostra que é seu. Isto acontece quando a página esteve aberta muito tempo, ou quando o navegador não guarda cookies. Fora desta própria máquina, o serviço só guarda os seus cookies por https: verifique se o endereço começa por https. Depois carregue a página de novo e envie o formulário outra vez.
failure-not-kept-title = Escreva-o de novo
failure-not-kept = O que foi escrito antes de iniciar sessão conserva-se durante uma hora, para a pessoa e a conta a que pertence. Já não está aqui, e nada foi guardado: abra o formulário de novo.
failure-number = Número <code>{ $id }</code>
failure-start = Ir para o início

# Webhooks that fail, on every page of an owner.
trouble-failing = O webhook para { $receiver } está a falhar: o destinatário não responde há mais de uma hora. Os eventos esperam e são enviados de novo.
trouble-disabled = O webhook para { $receiver } foi desativado, porque o destinatário não responde ou não quer mais eventos. Não recebe nenhum.

# The name of a browser.
user-agent-on = { $browser } em { $system }
user-agent-unknown = Navegador desconhecido

# The mail of an invitation.
mail-invitation-subject = Convite para { $account }
mail-invitation = { $inviter } enviou-lhe um convite para { $account } no Almoner, onde se gerem as doações e os doadores desta conta.
mail-invitation-open = Abra este link para aceitar o convite. Serve uma só vez, durante 7 dias:
mail-invitation-unknown = Se não sabe de que se trata, não precisa de fazer nada.

# The mail of a link for a new password.
mail-password-subject = Uma nova palavra-passe para o Almoner
mail-password = Alguém pediu uma nova palavra-passe para este endereço.
mail-password-open = Abra este link para escolher uma. Serve uma só vez, durante 24 horas:
mail-password-not-you = Se não fez este pedido, não precisa de fazer nada: a sua palavra-passe fica como está.

# The mails that tell of a change.
mail-notice-password-subject = A sua palavra-passe foi alterada
mail-notice-password = A sua palavra-passe foi alterada em { $moment } UTC, a partir do endereço { $address }.
mail-notice-factor-on-subject = O seu segundo fator foi ativado
mail-notice-factor-on = O seu segundo fator foi ativado em { $moment } UTC, a partir do endereço { $address }.
mail-notice-factor-off-subject = O seu segundo fator foi desativado
mail-notice-factor-off = O seu segundo fator foi desativado em { $moment } UTC, a partir do endereço { $address }.
mail-notice-codes-subject = Tem novos códigos de recuperação
mail-notice-codes = Foram criados novos códigos de recuperação para si em { $moment } UTC, a partir do endereço { $address }.
mail-notice-key-subject = Tem uma nova chave de API
mail-notice-key = Foi criada uma nova chave de API para si, para a conta { $account }, em { $moment } UTC, a partir do endereço { $address }.
mail-notice-not-you = Se a alteração foi sua, não precisa de fazer nada. Se não, escolha já uma nova palavra-passe e avise um proprietário da sua conta:
mail-notice-keys-go-on = As chaves de API que criou continuam válidas. Se outra pessoa puder ter uma, inicie sessão, mude a palavra-passe em «Definições, Perfil» e anule ao mesmo tempo as chaves.
mail-notice-keys-ended = As suas chaves de API deixaram de ser válidas, em todas as contas.

# The mails that tell of a webhook that fails.
mail-webhook-failing-subject = O webhook para { $receiver } está a falhar
mail-webhook-failing = O webhook de { $account } para { $receiver } está a falhar. Há mais de uma hora que falham todas as tentativas de chegar a ele. Os eventos esperam e são enviados de novo durante cerca de três dias. Ainda nada se perdeu.
mail-webhook-given-up-subject = O webhook para { $receiver } perdeu eventos
mail-webhook-given-up = O webhook de { $account } para { $receiver } perdeu eventos. Desistiu-se de enviar um evento, porque falharam todas as tentativas durante cerca de três dias. Os outros eventos são enviados como antes. Se todas as tentativas falharem durante cinco dias, o webhook é desativado.
mail-webhook-disabled-subject = O webhook para { $receiver } foi desativado
mail-webhook-disabled = O webhook de { $account } para { $receiver } foi desativado. O destinatário indicou que não quer mais eventos, ou não responde há cinco dias. Não recebe eventos até que o volte a ativar.
mail-webhook-what-to-do = A página do webhook mostra o que o destinatário respondeu. Peça a quem gere o destinatário que o verifique, e envie um teste a partir da página. Quando voltar a responder, envie o que perdeu com «Recuperar» na mesma página:
mail-webhook-see = Ver o webhook
mail-webhook-once = Os proprietários da conta recebem este e-mail uma vez por falha, não por cada evento.
